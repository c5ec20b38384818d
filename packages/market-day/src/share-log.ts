import type { JournalledCommand } from './commands.ts';
import { ENGINE } from './day-inputs.ts';
import type { OrderLogHead } from './order-log-head.ts';
import { type ClosedSession, commandOfLine, ORDER_LOG, type PlacedLine, readLogLine } from './order-log.ts';

/*
 * The part of a day's order log that one share's day needs: the head as it is, a line that names the share, what
 * happened to its orders, the news of all companies, and the record of the closing. News stays whole: how much of it
 * comes later is drawn for one company after the other, and a sector hears of its own.
 */

/** The second line, which the log of a whole day does not have. */
export type ShareLine = {
  readonly share: string;
  /** Lowest and highest level of the breaker's index on the day, hundredths of a point; null when it did not move. */
  readonly index: readonly [number, number] | null;
};

/** Says of one command after the other, in the order of the log, whether the day of one share needs it. */
export function shareFilter(code: string): (command: JournalledCommand) => boolean {
  const orders = new Set<number>();
  return (command) => {
    if (command.kind === 'news') return true;
    if (!('code' in command)) return orders.has(command.orderId);
    if (command.code === code && command.kind === 'place') orders.add(command.orderId);
    return command.code === code;
  };
}

/** One share's day as it was, ready to be played. */
export type ShareDay = {
  readonly code: string;
  readonly head: OrderLogHead;
  readonly said: ClosedSession;
  readonly commands: readonly PlacedLine[];
  /** Pseudonyms of the accounts in the commands: the account 1 is the first. */
  readonly accounts: readonly string[];
  readonly index: ShareLine['index'];
  /** The commands of all shares are there, and the whole market is played. */
  readonly isWhole: boolean;
};

/**
 * Why a share's day cannot be played: `unreadable`, no order log or a broken one; `other_version`, of another version
 * of the exchange; `unknown_code`, not of that day.
 */
export type NoShareDay = 'unreadable' | 'other_version' | 'unknown_code';

/**
 * Reads the log of a share, or of a whole day. `index`, as in `ShareLine`, stands in for the line of the share.
 * With `isWhole` the share is played among all others, which takes seconds: a day on which the breaker
 * held trading needs it, and so do funds and entitlements.
 */
export function readShareDay(
  lines: readonly string[],
  code: string,
  { index = null, isWhole = false }: { readonly index?: ShareLine['index']; readonly isWhole?: boolean } = {},
): ShareDay | { readonly refused: NoShareDay } {
  try {
    // A boundary: the words of a log. What does not belong there gives another day, and so other hashes.
    const [first, ...rest] = lines.filter((line) => line !== '').map((line) => readLogLine(line));
    const said = rest.at(-1) as ClosedSession | undefined;
    const head = first as OrderLogHead | undefined;
    if (!head || head.format !== ORDER_LOG || said?.trades === undefined) return { refused: 'unreadable' };
    if (head.engine !== ENGINE) return { refused: 'other_version' };
    if (!head.issuers.some((issuer) => issuer.code === code)) return { refused: 'unknown_code' };
    const second = Array.isArray(rest[0]) ? undefined : (rest[0] as Partial<ShareLine>);
    const own = second?.share === undefined ? undefined : (second as ShareLine);
    if (own && own.share !== code) return { refused: 'unreadable' };

    const names = new Map<string, number>();
    const accountFor = (pseudonym: string): number => {
      const known = names.get(pseudonym) ?? names.size + 1;
      names.set(pseudonym, known);
      return known;
    };
    const isOfShare = shareFilter(code);
    const commands = rest
      .slice(own ? 1 : 0, -1)
      .map((line, at) => commandOfLine(line as readonly unknown[], at + 1, accountFor))
      .filter(({ command }) => isWhole || isOfShare(command));
    return { code, head, said, commands, accounts: [...names.keys()], index: own ? own.index : index, isWhole };
  } catch {
    return { refused: 'unreadable' };
  }
}
