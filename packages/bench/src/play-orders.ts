import type { ParticipantKind, Side } from '@khara/exchange';
import { timeOfStep, type TradingDay, type TradingPhase } from '@khara/market-day';
import type { Universe } from '@khara/universe';
import { BrokerDesk } from './broker-desk.ts';
import { readEpisode } from './episode.ts';
import { LevelBook } from './level-book.ts';
import { MarketDays } from './market-days.ts';
import { MarketSystem } from './system.ts';
import type { EpisodeOptions, News } from './types.ts';

/** Types of LOBSTER's message files that a market without members' orders has. */
export const MESSAGE = { submitted: 1, deleted: 3, executed: 4, crossed: 6 } as const;

/** One change of one order: LOBSTER's six columns, the phase, and what no exchange publishes. */
export type OrderMessage = {
  readonly code: string;
  /** Milliseconds since midnight in India. All of a step have one time; their order is that of the file. */
  readonly timeMs: number;
  readonly type: (typeof MESSAGE)[keyof typeof MESSAGE];
  /** Counts the orders of a share's day from 1. */
  readonly id: number;
  /** Shares that came, went or were traded. */
  readonly size: number;
  /** Paise. */
  readonly price: number;
  /** Of the order that rests. */
  readonly side: Side;
  readonly phase: TradingPhase;
  /** Who is behind the order, and who came to it where it was executed. */
  readonly kind: ParticipantKind;
  readonly by?: ParticipantKind | undefined;
};

/** Hears a market as it is played. */
export type OrderListener = {
  /** A market day begins, without an order; `codes` in the order of the universe. */
  begin(day: { readonly marketDate: string; readonly codes: readonly string[] }): void;
  /** The book is as it stands after the message, and is changed by the next. */
  message(message: OrderMessage, book: LevelBook): void;
  /**
   * A step has passed: what participants believe each share to be worth, in the order of `codes` and in
   * thousandths of a paisa, and what they heard.
   */
  step(step: { readonly timeMs: number; readonly values: readonly number[]; readonly news: readonly News[] }): void;
  end(): void;
};

type RestingOrder = Pick<OrderMessage, 'code' | 'id' | 'side' | 'price' | 'kind'> & {
  readonly book: LevelBook;
  open: number;
};

/**
 * Plays market days in which participants alone trade, and tells of each change of an order. Throws a
 * `BenchError` for options that are wrong.
 */
export function playOrdersOf(
  universe: Universe,
  options: EpisodeOptions & { readonly seed?: string | number },
  listener: OrderListener,
): void {
  const episode = readEpisode(options, universe);
  const days = new MarketDays(episode, universe);
  const system = new MarketSystem(days, new BrokerDesk(days, [], episode.codes), []);
  for (let made = 0; made < episode.days; made += 1) {
    if (made > 0) system.nextDay();
    const { day } = days;
    const shares = episode.codes.map((code) => day.shareNumber(code)!); // codes of the universe
    listener.begin({ marketDate: day.inputs.marketDate, codes: episode.codes });
    followOrders(day, new Set(shares), listener);
    while (!day.isOver) {
      system.advance();
      listener.step({
        timeMs: timeOfStep(day.inputs.plan, day.step),
        values: shares.map((share) => day.market.hiddenValue(share)),
        news: system.takeNews().filter(({ code }) => episode.codes.includes(code)),
      });
    }
    listener.end();
  }
}

/** Makes messages of the orders of some shares, those that stand already first. */
function followOrders(day: TradingDay, shares: ReadonlySet<number>, { message }: OrderListener): void {
  /** By tag. */
  const resting = new Map<number, RestingOrder>();
  const ids = new Map<number, number>();
  const books = new Map([...shares].map((share) => [share, new LevelBook()]));
  const moment = (share: number) => ({
    timeMs: timeOfStep(day.inputs.plan, day.step),
    phase: day.phaseOfShare(share),
  });
  const takeOff = (share: number, tag: number, size: number, more: Pick<OrderMessage, 'type' | 'by'>): void => {
    const order = resting.get(tag)!; // it rested
    const { book, open, ...said } = order;
    order.open = open - size;
    if (order.open === 0) resting.delete(tag);
    book.add(said.side, said.price, -size);
    message({ ...said, ...moment(share), size, ...more }, book);
  };
  day.market.watchOrders({
    rested({ instrument, side, price, quantity, tag, kind }) {
      if (!shares.has(instrument)) return;
      const id = (ids.get(instrument) ?? 0) + 1;
      ids.set(instrument, id);
      const book = books.get(instrument)!;
      const { code } = day.spec.instruments[instrument]!;
      const said = { code, id, side, price, kind: kind! }; // no member trades here
      resting.set(tag, { ...said, book, open: quantity });
      book.add(side, price, quantity);
      message({ ...said, ...moment(instrument), type: MESSAGE.submitted, size: quantity }, book);
    },
    filled({ instrument, tag, quantity, by }) {
      if (!shares.has(instrument)) return;
      if (by === 'auction') takeOff(instrument, tag, quantity, { type: MESSAGE.crossed });
      else takeOff(instrument, tag, quantity, { type: MESSAGE.executed, by: by.kind });
    },
    removed(instrument, tag) {
      if (!shares.has(instrument)) return;
      takeOff(instrument, tag, resting.get(tag)!.open, { type: MESSAGE.deleted });
    },
  });
}
