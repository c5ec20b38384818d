import { DECIMALS, showDecimal } from '@khara/money';
import * as ledger from '#modules/ledger/index.ts';
import type { Keys } from '#src/security/keys.ts';
import type { Queryable } from '#src/ports/database.ts';
import { moneyParam } from '#src/kernel/format-message.ts';
import { refuse, type Refused } from '#src/kernel/result.ts';
import { inPaise, rateOn } from './conversion-rate.ts';

/*
 * What members owe since the platform has borne it for them. Who owes spends nothing, and open losses of one market
 * date have a limit (decision 9).
 */

/**
 * Rs 10 lakh. While margins cover the band (decision 14) losses beyond them are a few rupees of charges: what passes
 * this has a cause that people have to look for before more is risked on margin. One large recharge that the bank takes
 * back can pass it, so it narrows the market for a day and stops no money.
 */
export const MAX_LOSSES_PAISE = 100_000_000n;

/** What is owed, in paise; USDT at the middle rate of a market date. */
export const owedPaise = (keys: Pick<Keys, 'installSecret'>, { INR, USDT }: ledger.Owed, marketDate: string): bigint =>
  INR + (USDT === 0n ? 0n : inPaise(USDT, rateOn(keys, marketDate).middlePaise));

/** Whether losses of a market date that are not paid back pass the limit: then no intraday position is opened on it. */
export const pausesIntraday = (
  { keys }: { readonly keys: Pick<Keys, 'installSecret'> },
  lost: ledger.Owed,
  marketDate: string,
): boolean => owedPaise(keys, lost, marketDate) > MAX_LOSSES_PAISE;

export const isIntradayPaused = async (
  { db, keys }: { readonly db: Queryable; readonly keys: Pick<Keys, 'installSecret'> },
  marketDate: string,
): Promise<boolean> => pausesIntraday({ keys }, await ledger.readOwed(db, marketDate), marketDate);

/** Refuses what a member who owes asks for, with how much it is. */
export const refuseDebtor = ({
  asset,
  amount,
}: {
  readonly asset: 'INR' | 'USDT';
  readonly amount: bigint;
}): Refused<'debt_open'> =>
  refuse('debt_open', { details: { owed: moneyParam(asset, showDecimal(amount, DECIMALS[asset])) } });

/** Undefined for a member who owes nothing. */
export async function refusedDebtor(db: Queryable, userId: string): Promise<Refused<'debt_open'> | undefined> {
  const { INR, USDT } = await ledger.owedBy(db, ledger.userOwner(userId));
  if (INR > 0n) return refuseDebtor({ asset: 'INR', amount: INR });
  return USDT > 0n ? refuseDebtor({ asset: 'USDT', amount: USDT }) : undefined;
}
