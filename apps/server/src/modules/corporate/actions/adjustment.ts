import type { Adjustment } from '@khara/broker';
import { exFall, exPrice, type CorporateAction, type DayBeforeEx } from '#modules/market/index.ts';
import { mulDiv } from '@khara/money';
import { addedTo, giveTo } from './entries.ts';

/**
 * What an action adds to an intraday position that is left over its ex-date (decision 16): what a holder of as many
 * shares gets, a short position owes, so that the two are nothing together. Shares are shares and a dividend is
 * money, whatever the price was. Entitlements, shares of a new company and what a buyback brings count as what the
 * share loses by them: for a short position the most and for a long one the least by the prices of the day before. No
 * trade can lower the highest of them or raise the lowest, as one could the close. Pure.
 */
export function adjustmentOf(quantity: number, action: CorporateAction, day: DayBeforeEx): Adjustment {
  const { kind } = action.terms;
  const held = Math.abs(quantity);
  const sign = quantity < 0 ? -1 : 1;
  if (kind === 'split' || kind === 'bonus' || kind === 'dividend') {
    const holder = { positionId: 0n, userId: '', quantity: held, paidPaise: 0n, due: undefined };
    const given = giveTo(holder, action, BigInt([...day.actions, action].reduce(exPrice, day.close)));
    return { added: sign * addedTo(given), paise: BigInt(sign) * given.grossPaise };
  }
  const falls = [day.low, day.high].map((price) => exFall(price, action, day.actions));
  const fall = quantity < 0 ? Math.max(...falls) : Math.min(...falls);
  return { added: 0, paise: BigInt(sign) * mulDiv(BigInt(fall), BigInt(held), 1_000n, 'half_up') };
}
