import type { LogNames } from '@khara/market-day';
import { keyedHash } from './keyed-hash.ts';
import type { Keys } from './keys.ts';

/** A public number has 48 bits: two halves that take turns. */
const HALF = 2 ** 24;
const ROUNDS = 4;
const NAME_BYTES = 8;

/**
 * How the public order log of a market date names accounts, orders and triggers. The names follow from the
 * installation's secret, which is never published, also where MARKET_SEED is set: neither the log nor another day's
 * names give them away. The same secret always gives the same names, so that a log can be made again.
 */
export function logNames({ installSecret }: Pick<Keys, 'installSecret'>, marketDate: string): LogNames {
  const digest = keyedHash(keyedHash(installSecret)(`khara/log-names/1\n${marketDate}`));
  const accounts = new Map<number, string>();
  return {
    account: (key) => {
      const known = accounts.get(key) ?? digest(`account ${key}`).toString('hex', 0, NAME_BYTES);
      accounts.set(key, known);
      return known;
    },
    order: (id) => {
      // A Feistel network: two ids never get one number, which part of a hash alone could not promise.
      let [left, right] = [Math.floor(id / HALF), id % HALF];
      for (let round = 0; round < ROUNDS; round += 1)
        [left, right] = [right, left ^ digest(`order ${round} ${right}`).readUIntBE(0, 3)];
      return left * HALF + right;
    },
    trigger: (id) => digest(`trigger ${id}`).toString('hex', 0, NAME_BYTES),
  };
}
