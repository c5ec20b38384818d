import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { Queryable } from '#src/ports/database.ts';
import type { JournalledCommand } from '#src/ports/exchange.ts';

/*
 * The order log of a closed market day: JSON lines. The first is the day's head, all that it depended on before anybody asked for anything; then each command
 * at its place, news that participants heard among them, as the chain of the day's record has it; last what the record says. `npm run replay-day` plays it.
 */

/** The format, as the first line names it. */
export const ORDER_LOG = 'khara/order-log/1';

/**
 * `[step, index, kind, order id, ...]`: a command at its place; of news `[step, index, 'news', article id, code, what, basis points]`, of an offer
 * `[step, index, 'offer', offering, code, 'opens' or 'sold', basis points]`: the record `offering.open` of the offering has its price and the close it was made
 * from; of a suspension `[step, index, 'suspend', request, code]`: the record `ops.action` of `request:<request>` says who asked for it, who agreed, and why.
 */
export type OrderLine = readonly unknown[];

/** Stands for an account on one day: which orders are of one account can be seen, and not whose they are. */
export const pseudonymOf = (seed: Uint8Array, accountKey: number): string =>
  createHash('sha256').update('khara/pseudonym/1\n').update(seed).update(String(accountKey)).digest('hex').slice(0, 16);

export function lineOf(command: JournalledCommand, step: number, index: number, pseudonym: string): OrderLine {
  if (command.kind === 'news')
    return [step, index, command.kind, command.articleId, command.code, command.about, command.bps];
  if (command.kind === 'offer')
    return [step, index, command.kind, command.offeringId, command.code, command.about, command.bps];
  if (command.kind === 'suspend') return [step, index, command.kind, command.requestId, command.code];
  const { kind, orderId } = command;
  const place = [step, index, kind, orderId];
  switch (kind) {
    case 'place': {
      const { code, side, pricePaise, quantity, validity, market } = command;
      const terms = [code, side, pricePaise, quantity, validity, market, ...stopAndShown(command)];
      return [...place, pseudonym, ...terms];
    }
    case 'modify':
      return [...place, command.pricePaise, command.quantity, ...stopAndShown(command)];
    case 'expire':
      return [...place, command.reason];
    case 'cancel':
      return place;
  }
}

const stopAndShown = ({
  triggerPaise,
  disclosedQuantity,
}: Extract<JournalledCommand, { kind: 'place' | 'modify' }>) => [triggerPaise ?? null, disclosedQuantity ?? null];

export interface PlacedLine {
  readonly step: number;
  readonly index: number;
  readonly command: JournalledCommand;
}

/** The command of a line; commands are numbered as they come in the log, and accounts as their pseudonyms first do. */
export function commandOfLine(line: OrderLine, seq: number, accountOf: (pseudonym: string) => number): PlacedLine {
  // A boundary: the words of `lineOf`, in its order. Another order of words would give another chain.
  const [step, index, kind, orderId, ...rest] = line as [number, number, JournalledCommand['kind'], number, ...never[]];
  const name = { seq, orderId };
  const at = (command: JournalledCommand): PlacedLine => ({ step, index, command });
  switch (kind) {
    case 'news': {
      const [code, about, bps] = rest;
      return at({ seq, kind, articleId: String(orderId), code: code!, about: about!, bps: bps! });
    }
    case 'offer': {
      const [code, about, bps] = rest;
      return at({ seq, kind, offeringId: String(orderId), code: code!, about: about!, bps: bps! });
    }
    case 'suspend':
      return at({ seq, kind, requestId: String(orderId), code: rest[0]! });
    case 'place': {
      const [who, code, side, pricePaise, quantity, validity, market, trigger, shown] = rest;
      const terms = { code: code!, side: side!, pricePaise: pricePaise!, quantity: quantity!, validity: validity! };
      return at({ ...name, kind, accountKey: accountOf(who!), ...terms, market: market!, ...given(trigger, shown) });
    }
    case 'modify': {
      const [pricePaise, quantity, trigger, shown] = rest;
      return at({ ...name, kind, pricePaise: pricePaise!, quantity: quantity!, ...given(trigger, shown) });
    }
    case 'expire':
      return at({ ...name, kind, reason: rest[0]! });
    case 'cancel':
      return at({ ...name, kind });
    default:
      throw new Error(`the log has a command of the kind ${String(kind)}`);
  }
}

const given = (trigger: number | null | undefined, shown: number | null | undefined) => ({
  ...(typeof trigger === 'number' && { triggerPaise: trigger }),
  ...(typeof shown === 'number' && { disclosedQuantity: shown }),
});

const pack = promisify(deflateRaw);
const unpack = promisify(inflateRaw);

/** As it is stored, and as it stands in the log: a whole number of any size is text that ends with an n. */
export const packHead = (head: unknown): Promise<Uint8Array> => pack(Buffer.from(headText(head)));
export const headText = (head: unknown): string => JSON.stringify(head, withN);
const withN = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}n` : value);

export const unpackHead = async (bytes: Uint8Array): Promise<unknown> =>
  readLogLine((await unpack(bytes)).toString('utf8'));

/** A line of a log, its large numbers as numbers. */
export const readLogLine = (line: string): unknown =>
  JSON.parse(line, (_key, value: unknown) =>
    typeof value === 'string' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  );

export interface KeptDay {
  readonly marketDay: number;
  readonly marketDate: string;
  /** The step at which it was over: commands from there on are of no log. */
  readonly steps: number;
  /** The first line of its log. */
  readonly head: string;
  /** Of the day, as its head and its record have them. */
  readonly seed: Uint8Array;
  readonly closing: unknown;
}

/** A closed day whose log can be handed out: of a date, or the newest; undefined when there is none. */
export async function keptDay(db: Queryable, marketDate: string | undefined): Promise<KeptDay | undefined> {
  const [row] = await db.query<{ market_day: number; market_date: string; steps: number; head: Uint8Array }>(
    'market.kept_day',
    `SELECT market_day, market_date, steps, head FROM market.day WHERE head IS NOT NULL AND ($1::date IS NULL OR market_date = $1)
     ORDER BY market_day DESC LIMIT 1`,
    [marketDate ?? null],
  );
  if (!row) return undefined;
  const stored = (await unpack(row.head)).toString('utf8');
  // A boundary: `packHead` wrote it.
  const { closing, ...head } = JSON.parse(stored) as { readonly seed: string; readonly closing: unknown };
  return {
    marketDay: row.market_day,
    marketDate: row.market_date,
    steps: row.steps,
    head: JSON.stringify(head),
    seed: Buffer.from(head.seed, 'hex'),
    closing,
  };
}
