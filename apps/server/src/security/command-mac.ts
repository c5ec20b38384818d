import { timingSafeEqual } from 'node:crypto';
import type { JournalledCommand } from '@khara/market-day';
import { memoize } from '#src/kernel/memoize.ts';
import { keyedHash } from './keyed-hash.ts';
import type { Keys } from './keys.ts';

/** A command as the market is given it. */
export type SaidCommand = {
  readonly command: JournalledCommand;
  /**
   * Of one that places an order: whose it is, and of what. `place`: where in a market day, where the order's own row is
   * its command; else none.
   */
  readonly order?: {
    readonly userId: string;
    readonly asset: string;
    readonly product: string;
    readonly place: readonly number[];
  };
};

/** Half of SHA-256: each order keeps one. */
const MAC_BYTES = 16;

/**
 * The authentication code of a command, by a key that the database does not have: the market is given no command that
 * no server of this installation wrote.
 */
export const macOfCommand = ({ installSecret }: Pick<Keys, 'installSecret'>, said: SaidCommand): Uint8Array =>
  commandHash(installSecret)(JSON.stringify(inOrder(said))).subarray(0, MAC_BYTES);

const commandHash = memoize((installSecret: Uint8Array) => keyedHash(keyedHash(installSecret)('khara/command/1')));

export const isOwnCommand = (
  keys: Pick<Keys, 'installSecret'>,
  said: SaidCommand,
  mac: Uint8Array | undefined,
): boolean => mac?.length === MAC_BYTES && timingSafeEqual(macOfCommand(keys, said), mac);

/** Fields by their names: one text for one command, however it was composed. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields: Record<string, unknown> = {};
  for (const name of Object.keys(value).sort()) fields[name] = inOrder((value as Record<string, unknown>)[name]);
  return fields;
}
