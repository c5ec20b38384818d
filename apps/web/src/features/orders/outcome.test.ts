import { OPEN_STATES, ORDER_STATES } from '@khara/contract';
import { describe, expect, it } from 'vitest';
import { chargeItems, endReason, isOpen, netValue, orderOutcome, type Order } from './outcome.ts';

const charges = {
  brokerage: '20.00',
  stt: '62.00',
  exchange: '1.92',
  sebi: '0.06',
  stamp: '9.00',
  gst: '3.96',
  dp: '0.00',
  total: '96.94',
};

describe('how an order stands', () => {
  it.each<[Order['state'], number, ReturnType<typeof orderOutcome>]>([
    ['pending', 0, 'pending'],
    ['open', 0, 'open'],
    ['open', 28, 'partly'],
    ['trigger_pending', 0, 'waiting'],
    ['complete', 40, 'complete'],
    ['cancelled', 0, 'cancelled'],
    ['cancelled', 28, 'cancelledRest'],
    ['expired', 0, 'expired'],
    ['expired', 28, 'expiredRest'],
    ['rejected', 0, 'rejected'],
  ])('%s with %i filled: %s', (state, filledQuantity, outcome) => {
    expect(orderOutcome({ state, filledQuantity })).toBe(outcome);
  });

  it('can be cancelled only in the states that the contract has as open', () => {
    expect(ORDER_STATES.filter((state) => isOpen({ state }))).toEqual(OPEN_STATES);
  });

  it('ends for a reason that has a text, or for one the exchange keeps', () => {
    expect(endReason('day_end')).toBe('day_end');
    expect(endReason('cancelled_by_member')).toBe('cancelled_by_member');
    expect(endReason('something_new')).toBe('other');
    expect(endReason(null)).toBe('other');
  });
});

describe('charges', () => {
  it('list the depository only where it charged', () => {
    expect(chargeItems(charges)).not.toContain('dp');
    expect(chargeItems({ ...charges, dp: '23.60' })).toContain('dp');
  });

  it('add to what a buy costs and take from what a sale brings', () => {
    expect(netValue({ side: 'buy', value: '62496.00', charges })).toBe('62592.94');
    expect(netValue({ side: 'sell', value: '62496.00', charges })).toBe('62399.06');
  });
});
