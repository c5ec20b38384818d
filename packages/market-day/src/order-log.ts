import type { JournalledCommand } from './commands.ts';

/*
 * The order log of a closed market day: JSON lines. The first is the day's head, all that it depended on
 * before the first request; then each command at its place, news that participants heard among them,
 * as the chain of the day's record has it; last what the record says. `npm run replay-day` plays it.
 */

/** The format, as the first line names it. */
export const ORDER_LOG = 'khara/order-log/3';

/**
 * `[step, index, kind, order, ...]`: a command at its place; of news
 * `[step, index, 'news', article id, code, what, basis points]`, of an offer `[step, index, 'offer',
 * offering, code, 'opens' or 'sold', basis points]`: the record `offering.open` of the offering has its price
 * and the close it was made from; of a suspension `[step, index, 'suspend', request, code]`: the record
 * `ops.action` of `request:<request>` says who asked for it, who agreed, and why; of a trigger that fires
 * `[step, index, 'fire', trigger, code, 'below' or 'above', price]`. The line of an order that a program
 * placed ends with 'program', that of an order by which the system closes a position with 'system', and that of a
 * change to another kind with its type and validity.
 */
export type OrderLine = readonly unknown[];

/**
 * How the log of one day names accounts, orders and triggers. Their own numbers are consecutive, so that each would
 * say whose it is and how many there are. Names that say nothing are an input: they need a secret.
 */
export type LogNames = {
  /** Which orders are of one account on this day can be seen, and not whose they are. */
  account(key: number): string;
  /** A safe integer, another one for each order. */
  order(id: number): number;
  trigger(id: string): string;
};

/** Each by its own number: of a day that is played again from its log, or whose log is not published. */
export const OWN_NUMBERS: LogNames = { account: String, order: (id) => id, trigger: (id) => id };

export function toOrderLine(command: JournalledCommand, step: number, index: number, names: LogNames): OrderLine {
  if (command.kind === 'news')
    return [step, index, command.kind, command.articleId, command.code, command.about, command.bps];
  if (command.kind === 'offer')
    return [step, index, command.kind, command.offeringId, command.code, command.about, command.bps];
  if (command.kind === 'suspend') return [step, index, command.kind, command.requestId, command.code];
  if (command.kind === 'fire')
    return [step, index, command.kind, names.trigger(command.triggerId), command.code, command.about, command.price];
  const { kind } = command;
  const place = [step, index, kind, names.order(command.orderId)];
  switch (kind) {
    case 'place': {
      const { code, side, price, quantity, validity, market } = command;
      const terms = [code, side, price, quantity, validity, market, ...stopAndDisclosed(command)];
      const by = command.byProgram === true ? ['program'] : command.bySystem === true ? ['system'] : [];
      return [...place, names.account(command.accountKey), ...terms, ...by];
    }
    case 'modify':
      return [
        ...place,
        command.price,
        command.quantity,
        ...stopAndDisclosed(command),
        ...(command.becomes ? [command.becomes.type, command.becomes.validity] : []),
      ];
    case 'expire':
      return [...place, command.reason];
    case 'cancel':
      return place;
  }
}

const stopAndDisclosed = ({
  triggerPrice,
  disclosedQuantity,
}: Extract<JournalledCommand, { kind: 'place' | 'modify' }>) => [triggerPrice ?? null, disclosedQuantity ?? null];

export type PlacedLine = {
  readonly step: number;
  readonly index: number;
  readonly command: JournalledCommand;
};

/** The words of an order's line after its number; `by` is there where a program or the system placed it. */
type PlaceWords = readonly [
  who: string,
  code: string,
  side: 'buy' | 'sell',
  price: number,
  quantity: number,
  validity: 'day' | 'ioc',
  market: boolean,
  trigger: number | null,
  shown: number | null,
  by?: 'program' | 'system',
];

/** The command of a line; commands are numbered as they come in the log, and accounts as their pseudonyms first do. */
export function commandOfLine(line: OrderLine, seq: number, accountOf: (pseudonym: string) => number): PlacedLine {
  // A boundary: the words of `toOrderLine`, in its order. Another order of words would give another chain.
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
    case 'fire': {
      const [code, about, price] = rest;
      return at({ seq, kind, triggerId: String(orderId), code: code!, about: about!, price: price! });
    }
    case 'place': {
      const [who, code, side, price, quantity, validity, market, trigger, shown, by] = rest as unknown as PlaceWords;
      const terms = { code, side, price, quantity, validity };
      const marks = { ...given(trigger, shown), ...placedBy(by) };
      return at({ ...name, kind, accountKey: accountOf(who), ...terms, market, ...marks });
    }
    case 'modify': {
      const [price, quantity, trigger, shown, type, validity] = rest;
      const becomes = type && validity ? { becomes: { type, validity } } : {};
      return at({ ...name, kind, price: price!, quantity: quantity!, ...given(trigger, shown), ...becomes });
    }
    case 'expire':
      return at({ ...name, kind, reason: rest[0]! });
    case 'cancel':
      return at({ ...name, kind });
    default:
      throw new Error(`the log has a command of the kind ${String(kind)}`);
  }
}

const placedBy = (by: PlaceWords[9]) =>
  by === 'program' ? { byProgram: true } : by === 'system' ? { bySystem: true } : {};

const given = (trigger: number | null | undefined, shown: number | null | undefined) => ({
  ...(typeof trigger === 'number' && { triggerPrice: trigger }),
  ...(typeof shown === 'number' && { disclosedQuantity: shown }),
});

/** A head as it stands in the log: a whole number of any size is text that ends with an n. */
export const headText = (head: unknown): string => JSON.stringify(head, withN);
const withN = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}n` : value);

/** A line of a log, its large numbers as numbers. */
export const readLogLine = (line: string): unknown =>
  JSON.parse(line, (_key, value: unknown) =>
    typeof value === 'string' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  );

/** The last line: what the record of the closing says. */
export type ClosedSession = {
  readonly marketDay: number;
  readonly marketDate: string;
  /** Hexadecimal, as are the hashes. */
  readonly seed: string;
  /** Of all inputs of the day before it began, its seed apart. */
  readonly spec: string;
  /** Chains over commands and trades, see hash-chain.ts. */
  readonly commands: string;
  readonly trades: string;
  /** How many trades there were. */
  readonly tradeCount: number;
  /**
   * Of what is stored of the day, see day-hashes.ts: its candles, their minutes, and what its order log begins with.
   */
  readonly candles: string;
  readonly minutes: string;
  readonly head: string;
  /** Of what the next day begins with: closes and what participants carry over; and what companies have announced. */
  readonly carried: string;
  readonly announced: string;
  /** The newest checkpoint of the log then: its number, and the hash over all up to it. */
  readonly checkpoint: { readonly number: number; readonly chain: string };
};
