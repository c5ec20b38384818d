import type { JournalledCommand } from '@khara/market-day';
import { createCodes } from './keyed-hash.ts';
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

/**
 * The authentication code of a command, by a key that the database does not have: the market is given no command that
 * no server of this installation wrote.
 */
export const macOfCommand = ({ installSecret }: Pick<Keys, 'installSecret'>, said: SaidCommand): Uint8Array =>
  codes.codeOf(installSecret, JSON.stringify(inOrder(said)));

export const isOwnCommand = (
  { installSecret }: Pick<Keys, 'installSecret'>,
  said: SaidCommand,
  mac: Uint8Array | undefined,
): boolean => codes.isOwn(installSecret, JSON.stringify(inOrder(said)), mac);

const codes = createCodes('khara/command/1');

/** Fields by their names: one text for one command, however it was composed. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields: Record<string, unknown> = {};
  for (const name of Object.keys(value).sort()) fields[name] = inOrder((value as Record<string, unknown>)[name]);
  return fields;
}
