import { planDay, TradingDay, unpackTrades, type DayInputs, type PreviousClose, OWN_NUMBERS } from '@khara/market-day';
import { nextRegularDay } from '@khara/rules';
import type { Universe } from '@khara/universe';

/** Real seconds of a market day. */
const LENGTH = 900;
const FIRST_DATE = '2026-11-26';
/** Steps between two looks at the books. */
const LOOK_EVERY = 60;
const LEVELS = 5;
const CRORE = 1e9;
/** Boxes to each doubling of the value, in which sizes of trades are counted: a median is right to a few per cent. */
const BOXES_A_DOUBLING = 12;

const SIZES = [
  { name: 'large: 100 crore a day and more', least: 100 },
  { name: 'middle: 10 to 100 crore', least: 10 },
  { name: 'thin: under 5 crore', least: 0 },
] as const;

type Tape = {
  readonly name: string;
  trades: number;
  value: number;
  ofOneShare: number;
  readonly boxes: Map<number, number>;
  orders: number;
  levels: number;
  shares: number;
};

export type TapeFacts = {
  readonly bySize: readonly {
    readonly name: string;
    readonly shares: number;
    /** Rupees. */
    readonly meanTrade: number;
    readonly medianTrade: number;
    readonly oneShare: number;
    readonly ordersALevel: number;
  }[];
  /** Of all trades together, rupees. */
  readonly meanTrade: number;
  /** Of the value of a day, in shares that trade at the close. */
  readonly atClose: number;
  /** Of the days of a share with a band of 2, 5 or 10 %: those on which it traded at a limit of it. */
  readonly circuitDays: number;
  /** Of the looks at a thin share's book: those at which a side was empty. */
  readonly oneSided: number;
  /** Orders placed and taken out, for each trade. */
  readonly ordersToTrade: number;
};

/** Whole market days as the product plays them, one after another, and what their tape and their books look like. */
export function tapeFacts(universe: Universe, days: number, seed: number): TapeFacts {
  const { issuers } = universe;
  const tapes = SIZES.map(({ name }): Tape => ({
    name,
    trades: 0,
    value: 0,
    ofOneShare: 0,
    boxes: new Map(),
    orders: 0,
    levels: 0,
    shares: 0,
  }));
  const sizeOf = issuers.map(({ referencePricePaise, averageDailyVolume }) => {
    const crore = (referencePricePaise * averageDailyVolume) / CRORE;
    return SIZES.findIndex(({ least }) => crore >= least);
  });
  for (const [share, size] of sizeOf.entries()) if (!issuers[share]!.suspended) tapes[size]!.shares++;
  const sum = { atClose: 0, value: 0, looks: 0, empty: 0, narrow: 0, circuits: 0, messages: 0 };
  let [date, before, participants] = [
    FIRST_DATE,
    new Map<string, PreviousClose>(),
    undefined as DayInputs['participants'],
  ];
  for (let marketDay = 0; marketDay < days; marketDay++) {
    const plan = planDay('compressed', LENGTH);
    const bytes = new Uint8Array(32);
    new DataView(bytes.buffer).setFloat64(0, seed);
    bytes[31] = marketDay;
    const day = new TradingDay(
      { marketDay, marketDate: date, plan, names: OWN_NUMBERS, firstStep: 0, seed: bytes, before, participants },
      universe,
    );
    const touched = new Set<number>();
    while (!day.closing) {
      day.advance(0);
      const pack = day.trades.take();
      for (const { share, price, quantity } of pack ? unpackTrades(pack.packed) : [])
        count(day, touched, share, price, quantity);
      if (day.step % LOOK_EVERY === 0) look(day);
    }
    sum.circuits += touched.size;
    sum.narrow += issuers.filter((issuer) => isNarrow(issuer) && !issuer.suspended).length;
    sum.messages += issuers.reduce((total, _, share) => total + day.market.version(share), 0);
    const { closes, factorState } = day.closing;
    before = new Map(
      issuers.map(({ code }, share) => [
        code,
        {
          date,
          closePaise: day.closingPrice(share)?.price ?? closes[share]!,
          tickPaise: day.spec.instruments[share]!.tick,
        },
      ]),
    );
    participants = factorState;
    date = nextRegularDay(date);
  }
  return {
    bySize: tapes.map((tape) => ({
      name: tape.name,
      shares: tape.shares,
      meanTrade: tape.value / tape.trades / 100,
      medianTrade: medianTrade(tape),
      oneShare: tape.ofOneShare / tape.trades,
      ordersALevel: tape.orders / tape.levels,
    })),
    meanTrade: sum.value / tapes.reduce((total, { trades }) => total + trades, 0) / 100,
    atClose: sum.atClose / sum.value,
    circuitDays: sum.circuits / sum.narrow,
    oneSided: sum.empty / sum.looks,
    ordersToTrade: sum.messages / tapes.reduce((total, { trades }) => total + trades, 0),
  };

  function count(day: TradingDay, touched: Set<number>, share: number, price: number, quantity: number): void {
    const tape = tapes[sizeOf[share]!]!;
    const value = price * quantity;
    tape.trades++;
    tape.value += value;
    sum.value += value;
    if (quantity === 1) tape.ofOneShare++;
    const box = Math.floor(Math.log2(value) * BOXES_A_DOUBLING);
    tape.boxes.set(box, (tape.boxes.get(box) ?? 0) + 1);
    if (day.phaseOfShare(share) === 'post_close') sum.atClose += value;
    else if (isNarrow(issuers[share]!)) {
      const { lower, upper } = day.market.band(share);
      if (price === lower || price === upper) touched.add(share);
    }
  }

  function look(day: TradingDay): void {
    for (const [share, { suspended }] of issuers.entries()) {
      if (suspended || day.phaseOfShare(share) !== 'continuous') continue;
      const { bids, asks } = day.market.depth(share, LEVELS);
      const tape = tapes[sizeOf[share]!]!;
      for (const { orders } of [...bids, ...asks]) {
        tape.levels++;
        tape.orders += orders;
      }
      if (sizeOf[share] !== SIZES.length - 1) continue;
      sum.looks++;
      if (bids.length === 0 || asks.length === 0) sum.empty++;
    }
  }
}

/** Whether a share's band is narrower than the usual one. */
const isNarrow = ({ bandClass }: Universe['issuers'][number]): boolean =>
  bandClass !== 'dynamic-10' && bandClass !== 'static-20';

function medianTrade({ boxes, trades }: Tape): number {
  let seen = 0;
  for (const [box, count] of [...boxes].sort(([a], [b]) => a - b)) {
    seen += count;
    if (2 * seen >= trades) return 2 ** ((box + 0.5) / BOXES_A_DOUBLING) / 100;
  }
  return NaN;
}
