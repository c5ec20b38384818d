import { hexToBytes } from '@noble/hashes/utils.js';
import type { Universe } from '@khara/universe';
import type { FireCommand, OfferCommand } from './commands.ts';
import { candlesHash, carriedHash, hashValue, minutesHash } from './day-hashes.ts';
import { ENGINE } from './day-inputs.ts';
import { type MemberFill, papersOfDay } from './day-papers.ts';
import { finishedDay } from './finished-day.ts';
import { headHash, inputsOfHead, type OrderLogHead } from './order-log-head.ts';
import { type ClosedSession, commandOfLine, ORDER_LOG, type PlacedLine, readLogLine } from './order-log.ts';
import { unpackTrades, type Trade } from './packed-trades.ts';
import { sha256Hex } from './sha256.ts';
import { TradingDay } from './trading-day.ts';

/** What playing a day gives again of the record of its closing: also its candles, and what the next day begins with. */
export const SAID = ['commands', 'trades', 'tradeCount', 'spec', 'candles', 'minutes', 'carried', 'head'] as const;

/** What a day comes to when it is played again, in the words of the two records of it in the public log. */
export type Replayed = {
  readonly head: OrderLogHead;
  readonly commandCount: number;
  /** What the record of the closing says. */
  readonly said: ClosedSession;
  /** What was found by playing the day. */
  readonly found: Pick<ClosedSession, (typeof SAID)[number]> & {
    /** As the record of the opening has them. */
    readonly seedHash: string;
    readonly universe: string;
  };
  readonly trades: readonly Trade[];
  /**
   * Whether the news in the log is the news that the seed gives: no person wrote some to move a share, or
   * kept some back.
   */
  readonly isNewsOfSeed: boolean;
  /** Shares that two people suspended within the day, with the request whose record in the log names them. */
  readonly suspensions: readonly { readonly code: string; readonly requestId: string; readonly step: number }[];
  /** Values that offers drew, with the offering whose record in the log has its price. */
  readonly offers: readonly Pick<PlacedOffer, 'code' | 'offeringId' | 'about' | 'bps' | 'step'>[];
  /** Triggers that fired although no trade of the day had reached their price by then. */
  readonly unreached: readonly Pick<PlacedFire, 'triggerId' | 'code' | 'step'>[];
  /** The papers that follow from the log. */
  readonly papers: ReturnType<typeof papersOfDay>;
  readonly isSame: boolean;
};

type PlacedOffer = OfferCommand & { readonly step: number };
type PlacedFire = FireCommand & { readonly step: number };

/**
 * Plays a market day from its order log, line by line. Throws when the log is of another version of the
 * exchange, or a command cannot have its place. `progress` gets each step that is done, of all.
 */
export function replayDay(lines: readonly string[], progress?: (step: number, steps: number) => void): Replayed {
  // A boundary: the words of a log, as `orderLog` answers it. What does not belong there gives another day,
  // and so other hashes.
  const parsed = lines.filter((line) => line !== '').map((line) => readLogLine(line));
  const [head, said] = [parsed[0] as OrderLogHead, parsed.at(-1) as ClosedSession];
  if (!head || head.format !== ORDER_LOG) throw new Error(`This is no order log of the format ${ORDER_LOG}.`);
  if (head.engine !== ENGINE) {
    throw new Error(
      `The day was played by "${head.engine}"; this is "${ENGINE}". Use the version of Khara that it names.`,
    );
  }
  const commands = parsed.slice(1, -1) as (readonly unknown[])[];

  const accounts = new Map<string, number>();
  const accountFor = (pseudonym: string): number => {
    const known = accounts.get(pseudonym) ?? accounts.size + 1;
    accounts.set(pseudonym, known);
    return known;
  };
  const placed = commands.map((line, at) => commandOfLine(line, at + 1, accountFor));
  const names = [...accounts.keys()];
  const universe: Universe = { issuers: head.issuers, indices: head.indices, offerings: [] };
  const day = new TradingDay(inputsOfHead(head, names), universe);
  const leftOut = new Map(head.leftOut);
  const trades: Trade[] = [];
  const unreached: PlacedFire[] = [];
  const orders = new Map(
    placed.flatMap(({ command }) => (command.kind === 'place' ? [[command.orderId, command]] : [])),
  );
  const fills: MemberFill[] = [];
  const advance = () => {
    const to = leftOut.get(day.step);
    if (to === undefined) day.advance(0);
    else day.skipTo(to, 0);
    const pack = day.trades.take();
    if (pack) trades.push(...unpackTrades(pack.packed));
    for (const event of day.take().events) {
      const order = orders.get(event.orderId);
      if (event.kind !== 'filled' || !order) continue;
      const { code, side, accountKey } = order;
      fills.push({ code, side, who: names[accountKey - 1]!, price: event.price, quantity: event.quantity });
    }
    progress?.(day.step, head.steps);
  };
  for (const { step, index, command } of placed) {
    while (day.step < step) advance();
    if (day.step !== step || day.index !== index)
      throw new Error(`The command at ${step}/${index} cannot have its place.`);
    if (command.kind === 'fire' && !wasReached(day, command)) unreached.push({ ...command, step });
    day.apply(command, 0);
  }
  while (!day.isOver) advance();

  const rows = finishedDay(day);
  const found = {
    ...day.hashes,
    candles: candlesHash(rows),
    minutes: minutesHash(rows),
    carried: carriedHash(rows, day.closing?.factorState),
    head: headHash(head),
    tradeCount: day.tradeCount,
    spec: hashValue({ ...day.spec, seed: undefined }),
    seedHash: sha256Hex(hexToBytes(head.seed)),
    universe: hashValue([head.issuers, head.indices]),
  };
  const isSame = said.seed === head.seed && SAID.every((name) => found[name] === said[name]);
  const suspensions = placed.flatMap(({ command, step }) => {
    if (command.kind !== 'suspend') return [];
    return [{ code: command.code, requestId: command.requestId, step }];
  });
  const offers = placed.flatMap(({ command, step }) => {
    if (command.kind !== 'offer') return [];
    const { code, offeringId, about, bps } = command;
    return [{ code, offeringId, about, bps, step }];
  });
  const isOfSeed = isNewsOfSeed(day, placed);
  return {
    head,
    commandCount: commands.length,
    said,
    found,
    trades,
    isNewsOfSeed: isOfSeed,
    suspensions,
    offers,
    unreached,
    papers: papersOfDay(day, rows, fills),
    isSame,
  };
}

/** Each piece of the seed's news once, no earlier than its step; one whose step was left out may be missing. */
function isNewsOfSeed({ news, spec, leftOut }: TradingDay, placed: readonly PlacedLine[]): boolean {
  const logged = placed.flatMap(({ command, step }) => (command.kind === 'news' ? [{ ...command, step }] : []));
  const kept = news.map((planned) => {
    const code = spec.instruments[planned.instrument]!.code;
    const at = logged.findIndex(({ code: of }) => of === code);
    const [found] = at === -1 ? [] : logged.splice(at, 1);
    if (!found) return leftOut.some(([from, to]) => from < planned.step && planned.step <= to);
    return found.about === planned.about && found.bps === planned.bps && found.step >= planned.step;
  });
  return logged.length === 0 && kept.every(Boolean);
}

/** Whether a share has been at the price of a trigger today, or begins there. */
function wasReached(day: TradingDay, { code, about, price }: FireCommand): boolean {
  const share = day.shareNumber(code);
  if (share === undefined) return false;
  const { tape } = day;
  const isTraded = tape.hasTraded(share);
  if (about === 'below') return Math.min(tape.lastPrice(share), isTraded ? tape.lowPrice(share) : Infinity) <= price;
  return Math.max(tape.lastPrice(share), isTraded ? tape.highPrice(share) : 0) >= price;
}
