import { replayDay, SAID } from '@khara/market-day';
import { type PublishedRecord, readCheckpoint, saysInLog, unhex } from '@khara/proof';
import type { Lane } from './lane.ts';

/**
 * What playing the whole day on this device says of it. `same`: all of it equals the record in the signed log
 * of that name. `differs`: `what` does not, and the page says expected and found. `unproved`: the log has no
 * record of it yet.
 */
export type DayCheck =
  | { readonly is: 'same'; readonly trades: number; readonly log: string }
  | { readonly is: 'differs'; readonly what: string; readonly expected: string; readonly found: string }
  | { readonly is: 'unproved' };

/** The closing of the day in the log, as `dayProof` answers it. */
export type DayProof = {
  readonly record: PublishedRecord | null;
  readonly log: { readonly name: string; readonly publicKey: string };
};

/**
 * Plays the whole market day from its log and compares it with the record of its closing: in the log, under a note
 * that the log's key has signed. `knownKey` is the key that this device follows, if it follows any.
 */
export function checkDay(
  {
    lines,
    lane,
    code,
    proof,
    knownKey,
  }: {
    readonly lines: readonly string[];
    readonly lane: Lane;
    readonly code: string;
    readonly proof: DayProof;
    readonly knownKey: string | undefined;
  },
  progress: (part: number) => void,
): DayCheck {
  const { record, log } = proof;
  // A device that follows another key looks at the log first (proof/log-watch.ts): nothing is said of this day.
  if (!record || (knownKey !== undefined && knownKey !== log.publicKey)) return { is: 'unproved' };
  let said = 0;
  const { found, trades, head } = replayDay(lines, (step, steps) => {
    const part = Math.floor((100 * step) / steps);
    if (part > said) progress((said = part) / 100);
  });
  const values = { session: 'closing', marketDate: head.marketDate };
  const content = JSON.parse(record.json) as Readonly<Record<string, unknown>>; // a boundary: read value by value below
  for (const name of SAID) {
    const expected = String(content[name]);
    if (expected !== String(found[name])) return { is: 'differs', what: name, expected, found: String(found[name]) };
  }
  if (content['seed'] !== head.seed)
    return { is: 'differs', what: 'seed', expected: String(content['seed']), found: head.seed };
  const isSigned = readCheckpoint(record.note, { name: log.name, publicKey: unhex(log.publicKey) }).ok;
  if (!isSigned || !saysInLog(record, 'market.session', values))
    return { is: 'differs', what: 'log', expected: log.publicKey, found: record.leaf };
  // What the page shows of the share was played alone.
  const share = head.issuers.findIndex((issuer) => issuer.code === code);
  const tape = trades
    .filter((trade) => trade.share === share)
    .flatMap(({ step, price, quantity }) => [step, price, quantity]);
  const isShown = tape.length === lane.trades.length && tape.every((value, at) => value === lane.trades[at]);
  if (!isShown)
    return { is: 'differs', what: 'share', expected: String(tape.length / 3), found: String(lane.trades.length / 3) };
  return { is: 'same', trades: trades.length, log: log.name };
}
