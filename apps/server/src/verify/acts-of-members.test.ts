import { calls } from '@khara/contract';
import { describe, expect, it } from 'vitest';
import { CENSUS } from './census.ts';

/* That a member asked for something stands in a row that a server signed: without it nothing of theirs is moved. */

/** By call: the table whose row says what a member asked for. */
const ROWS: Readonly<Record<string, string>> = {
  changeProduct: 'trading.product_change',
  convert: 'wallet.conversion',
  modifyOrder: 'trading.journal_command',
  placeBasket: 'trading.order_run',
  placeBuyOrder: 'trading.order',
  placeSellOrder: 'trading.order',
  placeTrigger: 'trading.price_trigger',
  reviseSubscription: 'offerings.application',
  startRegular: 'trading.regular_purchase',
  submitRecharge: 'wallet.recharge',
  submitWithdrawal: 'wallet.withdrawal',
  subscribe: 'offerings.application',
  takeHolderOffer: 'trading.offer_application',
};

describe('each call that moves money', () => {
  it('is named with its row, and no other call is', () => {
    const moving = Object.entries(calls).filter(([, call]) => call.movesMoney);
    expect(Object.keys(ROWS).toSorted()).toEqual(moving.map(([name]) => name).toSorted());
  });

  it.each(Object.entries(ROWS))('%s leaves a row that the log has, or that a server signed', (_, table) => {
    const { all, but } = CENSUS[table]!; // a test of the census has it name all tables
    expect(all.kind === 'recorded' || but?.['mac']?.kind === 'signed').toBe(true);
  });
});
