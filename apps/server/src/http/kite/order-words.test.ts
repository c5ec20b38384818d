import type { Data } from '@khara/contract';
import { expect, it } from 'vitest';
import type { MarketView } from '#src/ports/market.ts';
import { orderFacts } from './order-words.ts';

const market = { instrument: () => undefined } as unknown as MarketView;
const order = {
  code: 'AAMRAI',
  quantity: 1,
  filledQuantity: 0,
  disclosedQuantity: null,
  marketTime: '2026-11-26T10:00:00+05:30',
  state: 'rejected',
  reason: 'own_limit_day_orders',
} as unknown as Data<'orders'>['list'][number];

it('An order that a limit refused has its figures as a sentence, and its reason as it is', () => {
  const ownLimit = { limit: '2', used: '3', untilDate: '2026-11-27' };
  expect(orderFacts(market, { ...order, ownLimit })).toMatchObject({
    status: 'REJECTED',
    status_message:
      'Your limit of orders in a day is 2, and you have placed 3. It ends with the market day; the next is 27 November 2026',
    status_message_raw: 'own_limit_day_orders',
  });
  const paused = { ...order, reason: 'own_limit_pause', ownLimit: { endsAt: Date.UTC(2026, 10, 27, 5, 32) } };
  expect(orderFacts(market, paused).status_message).toContain('11:02');
});

it('An order that was refused for another reason has that alone', () => {
  expect(orderFacts(market, { ...order, reason: 'market_closed' })).toMatchObject({
    status_message: 'market_closed',
    status_message_raw: 'market_closed',
  });
});

const facts = (one: object) => orderFacts(market, { ...order, id: '7', reason: null, ...one } as typeof order);

it('An order has a number of the exchange once the exchange has it, not while it waits nor when refused', () => {
  const none = { order_id: '7', exchange_order_id: null, exchange_timestamp: null, exchange_update_timestamp: null };
  expect(facts({ state: 'pending', afterMarket: true })).toMatchObject({ status: 'AMO REQ RECEIVED', ...none });
  expect(facts({ state: 'rejected', afterMarket: false })).toMatchObject(none);
  const there = { order_id: '7', exchange_order_id: '7', exchange_timestamp: '2026-11-26 10:00:00' };
  expect(facts({ state: 'open', afterMarket: true })).toMatchObject(there);
  expect(facts({ state: 'pending', afterMarket: false })).toMatchObject(there);
});
