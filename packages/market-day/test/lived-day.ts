import { readUniverse } from '@khara/universe/node';
import type { JournalledCommand } from '../src/commands.ts';
import { candlesHash, carriedHash, hashValue, minutesHash } from '../src/day-hashes.ts';
import type { DayInputs } from '../src/day-inputs.ts';
import { finishedDay } from '../src/finished-day.ts';
import { planDay, stepOfTime } from '../src/market-clock.ts';
import type { OrderEvent } from '../src/order-events.ts';
import { headHash, buildHead } from '../src/order-log-head.ts';
import { headText, toOrderLine, OWN_NUMBERS, type PlacedLine } from '../src/order-log.ts';
import { type Trade, unpackTrades } from '../src/packed-trades.ts';
import { TradingDay } from '../src/trading-day.ts';

const all = readUniverse();

/** The market's shares and indices, without what is offered. */
const MARKET = { issuers: all.issuers, indices: all.indices, offerings: [] };

const inputsOf = (more: Partial<DayInputs> = {}): DayInputs => ({
  marketDay: 1,
  marketDate: '2026-11-23',
  names: OWN_NUMBERS,
  firstStep: 0,
  before: new Map(),
  participants: undefined,
  plan: planDay('compressed', 100),
  seed: new Uint8Array(32).fill(7),
  ...more,
});

/** The step of a time of the day in the plan of `readInputs`. */
export const stepAtClock = (timeMs: number): number => stepOfTime(planDay('compressed', 100), timeMs);

type Placing = Partial<Extract<JournalledCommand, { kind: 'place' }>>;

/** An order of a member of its own for ten of a share at the market, unless it says otherwise. */
export const placed = (step: number, orderId: number, code: string, more: Placing = {}): PlacedLine => ({
  step,
  index: 0,
  command: {
    seq: orderId,
    kind: 'place',
    orderId,
    accountKey: orderId,
    code,
    side: 'buy',
    price: 1_000_000_00,
    quantity: 10,
    validity: 'day',
    market: true,
    ...more,
  },
});

export type LivedDay = {
  readonly day: TradingDay;
  readonly trades: readonly Trade[];
  readonly events: readonly OrderEvent[];
  /** Its order log, line by line. */
  readonly lines: readonly string[];
};

/** A whole market day with its news and these commands, in the order of their steps. */
export function live(commands: readonly PlacedLine[], more: Partial<DayInputs> = {}): LivedDay {
  const inputs = inputsOf(more);
  const day = new TradingDay(inputs, MARKET);
  const trades: Trade[] = [];
  const events: OrderEvent[] = [];
  const lines: string[] = [];
  const give = (command: JournalledCommand): void => {
    lines.push(JSON.stringify(toOrderLine(command, day.step, day.index, inputs.names)));
    day.apply(command, 0);
  };
  const waiting = [...commands];
  while (!day.isOver) {
    for (const { step, instrument, about, bps } of day.news) {
      const { code } = day.spec.instruments[instrument]!;
      if (step === day.step) give({ seq: 0, kind: 'news', articleId: `${step}-${code}`, code, about, bps });
    }
    while (waiting[0]?.step === day.step) give(waiting.shift()!.command);
    day.advance(0);
    const pack = day.trades.take();
    if (pack) trades.push(...unpackTrades(pack.packed));
    events.push(...day.take().events);
  }
  const head = buildHead(day);
  const rows = finishedDay(day);
  const said = {
    marketDay: head.marketDay,
    marketDate: head.marketDate,
    seed: head.seed,
    spec: hashValue({ ...day.spec, seed: undefined }),
    ...day.hashes,
    tradeCount: day.tradeCount,
    candles: candlesHash(rows),
    minutes: minutesHash(rows),
    head: headHash(head),
    carried: carriedHash(rows, day.closing?.factorState),
  };
  return { day, trades, events, lines: [headText(head), ...lines, JSON.stringify(said)] };
}

/** The tape of one share: step, price and quantity of each trade. */
export const tapeOf = (trades: readonly Trade[], share: number): readonly (readonly number[])[] =>
  trades.filter((trade) => trade.share === share).map(({ step, price, quantity }) => [step, price, quantity]);
