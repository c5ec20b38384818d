import type { MoveSums } from '#modules/ledger/index.ts';
import type { Keys } from '#src/security/keys.ts';
import { inPaise, rateOn } from './conversion-rate.ts';

/** What came from the rails and went there, and charges, in paise: see `MoveSums`. */
export type MoneyMoves = {
  readonly came: bigint;
  readonly went: bigint;
  readonly tookBack: bigint;
  readonly cameBack: bigint;
  readonly charges: bigint;
};

/** Sums of days together; USDT at the middle rate of its day. */
export function sumMoves(keys: Pick<Keys, 'installSecret'>, sums: readonly MoveSums[]): MoneyMoves {
  const money = sums.filter(({ asset }) => asset === 'INR' || asset === 'USDT');
  const sum = (column: keyof MoneyMoves): bigint =>
    money.reduce((total, { asset, marketDate, [column]: amount }) => {
      if (asset === 'INR' || amount === 0n) return total + amount;
      return total + inPaise(amount, rateOn(keys, marketDate).middlePaise);
    }, 0n);
  return {
    came: sum('came'),
    went: sum('went'),
    tookBack: sum('tookBack'),
    cameBack: sum('cameBack'),
    charges: sum('charges'),
  };
}

/** What a member has put in and not taken out. Below zero: more was taken out than had come. */
export const putIn = ({ came, went, tookBack, cameBack }: MoneyMoves): bigint => came + cameBack - went - tookBack;
