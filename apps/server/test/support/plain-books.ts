/*
 * A second bookkeeper, plain and on its own: it imports nothing. From a member's tradebook and statement, as
 * the member downloads them, and the list of offers to holders, it makes the charges of each contract note and
 * the tax report again. Rates are those in force from 2026-04-01, of a standard holder. It knows no splits and
 * no bonus shares, and nothing trade-for-trade that is bought and sold on one day.
 */

type Row = Readonly<Record<string, string>>;

/** Lines of CSV as rows by the names of its columns; what stands before the header is left out. */
function rowsOf(csv: string, firstColumn: string): readonly Row[] {
  const lines = csv
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map(fieldsOf);
  const header = lines.findIndex(([first]) => first === firstColumn);
  const names = lines[header] ?? [];
  return lines.slice(header + 1).map((fields) => Object.fromEntries(names.map((name, at) => [name, fields[at] ?? ''])));
}

function fieldsOf(line: string): readonly string[] {
  const fields: string[] = [];
  for (let at = 0; at <= line.length;) {
    if (line[at] === '"') {
      let text = '';
      for (at += 1; line[at] !== '"' || line[at + 1] === '"'; at += 1) {
        if (line[at] === '"') at += 1;
        text += line[at];
      }
      fields.push(text);
      at += 2;
    } else {
      const end = line.indexOf(',', at) === -1 ? line.length : line.indexOf(',', at);
      fields.push(line.slice(at, end));
      at = end + 1;
    }
  }
  return fields;
}

function paiseOf(text = '0'): bigint {
  const [, sign, whole = '0', part = ''] = /^(-?)(\d*)\.?(\d{0,2})/.exec(text) ?? [];
  const paise = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'));
  return sign === '-' ? -paise : paise;
}

function rupeesOf(paise: bigint): string {
  const size = paise < 0n ? -paise : paise;
  return `${paise < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
}

/** Half up to a multiple of `unit`, of n/d. */
const round = (n: bigint, d: bigint, unit = 1n): bigint => ((2n * n + d * unit) / (2n * d * unit)) * unit;
const largest = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n);

type Amount = { readonly n: bigint; readonly d: bigint };
const plus = (a: Amount, b: Amount): Amount => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });
const NOTHING: Amount = { n: 0n, d: 1n };

/** Whole paise by weight, the largest remainders first. */
function divide(total: bigint, weights: readonly Amount[]): readonly bigint[] {
  const all = weights.reduce(plus, NOTHING);
  if (all.n === 0n) return weights.map((_, at) => (at === 0 ? total : 0n));
  const parts = weights.map(({ n, d }, at) => {
    const [top, bottom] = [total * n * all.d, d * all.n];
    return { at, whole: top / bottom, rest: { n: top % bottom, d: bottom } };
  });
  const missing = Number(total - sum(parts.map(({ whole }) => whole)));
  const first = parts.toSorted(({ rest: a, at: x }, { rest: b, at: y }) => {
    const difference = b.n * a.d - a.n * b.d;
    return difference === 0n ? x - y : difference > 0n ? 1 : -1;
  });
  const more = new Set(first.slice(0, missing).map(({ at }) => at));
  return parts.map(({ whole, at }) => whole + (more.has(at) ? 1n : 0n));
}

/** Rates in billionths: exchange with fund, SEBI; of delivery and within the day STT and stamp duty. */
const EXCHANGE = 30_700n;
const SEBI = 1_000n;
const STT = { delivered: { buy: 1_000_000n, sell: 1_000_000n }, sameDay: { buy: 0n, sell: 250_000n } };
/** Of entitlements, on a sale. */
const STT_OF_ENTITLEMENTS = 1_500_000n;
const STAMP = { delivered: { buy: 150_000n, sell: 0n }, sameDay: { buy: 30_000n, sell: 0n } };
const BILLION = 1_000_000_000n;

/** A tenth of a per cent, between Rs 5 and Rs 20, and never above 2.5 %. */
const brokerageOf = (value: bigint): bigint =>
  round(least(least(largest(value * 1_000_000n, 500n * BILLION), 2_000n * BILLION), value * 25_000_000n), BILLION);
const dpOf = (value: bigint): bigint => (value === 0n ? 0n : round((value < 10_000n ? 350n : 2_000n) * 118n, 100n));

/** Of what a company pays in a buyback, in whole rupees. */
const sttOf = (value: bigint): bigint => round(value * STT.delivered.sell, 100n * BILLION) * 100n;

const isEntitlement = (code: string): boolean => code.endsWith('-RE');

type Side = 'buy' | 'sell';
type Part = {
  readonly code: string;
  readonly kind: 'sameDay' | 'delivered';
  readonly side: Side;
  readonly quantity: bigint;
  readonly bought: bigint;
  readonly sold: bigint;
  readonly weights: Readonly<Record<'brokerage' | 'exchange' | 'sebi' | 'stt' | 'stamp', Amount>>;
};
type Charged = Part & { readonly charges: bigint; readonly stt: bigint };

/** What a day's trades of one share are: the part within the day, and what is delivered. */
function partsOf(code: string, trades: readonly Row[]): readonly Part[] {
  const of = (side: Side) => {
    const own = trades.filter((trade) => trade.trade_type === side);
    const orders = Map.groupBy(own, (trade) => trade.order_id);
    const valueOf = (some: readonly Row[]) => sum(some.map((one) => paiseOf(one.price) * BigInt(one.quantity ?? '0')));
    return {
      quantity: sum(own.map((one) => BigInt(one.quantity ?? '0'))),
      value: valueOf(own),
      brokerage: sum([...orders.values()].map((some) => brokerageOf(valueOf(some)))),
    };
  };
  const sides = { buy: of('buy'), sell: of('sell') };
  const same = least(sides.buy.quantity, sides.sell.quantity);
  const over = largest(sides.buy.quantity, sides.sell.quantity) - same;
  const overSide: Side = sides.buy.quantity > sides.sell.quantity ? 'buy' : 'sell';
  const deliveredOf = (side: Side): bigint =>
    side === overSide && over > 0n ? round(sides[side].value * over, sides[side].quantity) : 0n;
  const weigh = (kind: Part['kind'], amount: (side: Side) => bigint): Amount =>
    (['buy', 'sell'] as const)
      .map((side) => {
        const whole = sides[side].quantity;
        if (whole === 0n) return NOTHING;
        const delivered = side === overSide ? over : 0n;
        return { n: amount(side) * (kind === 'delivered' ? delivered : whole - delivered), d: whole };
      })
      .reduce(plus, NOTHING);
  const weightsOf = (kind: Part['kind']): Part['weights'] => {
    const at = (rate: (side: Side) => bigint): Amount => {
      const { n, d } = weigh(kind, (side) => sides[side].value * rate(side));
      return { n, d: d * BILLION };
    };
    return {
      brokerage: weigh(kind, (side) => sides[side].brokerage),
      exchange: at(() => EXCHANGE),
      sebi: at(() => SEBI),
      stt: at((side) => (!isEntitlement(code) ? STT[kind][side] : side === 'sell' ? STT_OF_ENTITLEMENTS : 0n)),
      stamp: at((side) => STAMP[kind][side]),
    };
  };
  const [boughtOut, soldOut] = [deliveredOf('buy'), deliveredOf('sell')];
  const sameDay: Part = {
    code,
    kind: 'sameDay',
    side: overSide,
    quantity: same,
    bought: sides.buy.value - boughtOut,
    sold: sides.sell.value - soldOut,
    weights: weightsOf('sameDay'),
  };
  const delivered: Part = {
    code,
    kind: 'delivered',
    side: overSide,
    quantity: over,
    bought: boughtOut,
    sold: soldOut,
    weights: weightsOf('delivered'),
  };
  return [...(same > 0n ? [sameDay] : []), ...(over > 0n ? [delivered] : [])];
}

/** A day's contract note, part by part. */
function noteOf(trades: readonly Row[]): readonly Charged[] {
  const byCode = [...Map.groupBy(trades, (trade) => trade.symbol ?? '')].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const parts = byCode.flatMap(([code, own]) => partsOf(code, own));
  const exact = (item: keyof Part['weights']) => parts.map(({ weights }) => weights[item]).reduce(plus, NOTHING);
  const whole = (item: keyof Part['weights'], unit = 1n) => round(exact(item).n, exact(item).d, unit);
  const brokerage = whole('brokerage');
  const [exchange, sebi] = [whole('exchange'), whole('sebi')];
  const items = {
    brokerage,
    exchange,
    sebi,
    stt: whole('stt', 100n),
    stamp: whole('stamp', 100n),
    gst: round((brokerage + exchange + sebi) * 18n, 100n),
  };
  const shared = Object.fromEntries(
    Object.entries(items).map(([item, total]) => [
      item,
      divide(
        total,
        parts.map(({ weights: of }) =>
          item === 'gst' ? plus(plus(of.brokerage, of.exchange), of.sebi) : of[item as keyof Part['weights']],
        ),
      ),
    ]),
  );
  return parts.map((part, at) => {
    const dp = part.kind === 'delivered' && part.side === 'sell' ? dpOf(part.sold) : 0n;
    return { ...part, charges: dp + sum(Object.values(shared).map((of) => of[at] ?? 0n)), stt: shared.stt?.[at] ?? 0n };
  });
}

const text = (...amounts: readonly bigint[]): readonly string[] => amounts.map(rupeesOf);

const total = (name: string, amount: bigint, term: string): readonly string[] => [
  'total',
  name,
  '',
  '',
  '',
  '',
  '',
  '',
  '',
  ...text(amount),
  term,
];

type Lot = { readonly on: string; left: bigint; cost: bigint; charges: bigint; stt: bigint };
type Taken = { readonly on: string; readonly quantity: bigint } & Readonly<Record<'cost' | 'charges' | 'stt', bigint>>;

/**
 * First in first out, with the part of the cost of each; what shares become or bring is a part of the whole likewise.
 */
function take(lots: readonly Lot[], quantity: bigint): readonly Taken[] {
  const taken: Taken[] = [];
  for (const lot of lots) {
    const some = least(quantity - sum(taken.map((one) => one.quantity)), lot.left);
    if (some === 0n) continue;
    const of = (amount: bigint) => partOf(amount, some, lot.left);
    const part = { cost: of(lot.cost), charges: of(lot.charges), stt: of(lot.stt) };
    taken.push({ on: lot.on, quantity: some, ...part });
    Object.assign(lot, {
      left: lot.left - some,
      cost: lot.cost - part.cost,
      charges: lot.charges - part.charges,
      stt: lot.stt - part.stt,
    });
  }
  return taken;
}

const partOf = (amount: bigint, some: bigint, of: bigint): bigint => (some === of ? amount : round(amount * some, of));

/** An offer to holders, as the app lists it for its member. */
export type PlainOffer = {
  readonly kind: 'rights' | 'buyback';
  readonly code: string;
  readonly exDate: string;
  readonly settlesOn: string;
  readonly entitled: number;
  readonly entitlements: { readonly code: string; readonly lapsed: number } | null;
  readonly application: { readonly shares: number; readonly got: number | null; readonly paid: string | null } | null;
};

/** The books of one member, day by day. */
class PlainBooks {
  readonly notes = new Map<string, bigint>();
  readonly held = new Map<string, Map<string, bigint>>();
  readonly totals = { result: 0n, turnover: 0n, short: 0n, entitlement: 0n };
  readonly speculative: (readonly string[])[] = [];
  readonly gains: (readonly string[])[] = [];
  readonly #lots = new Map<string, Lot[]>();

  of(code: string): Lot[] {
    const lots = this.#lots.get(code) ?? [];
    this.#lots.set(code, lots);
    return lots;
  }

  /** What an offer gives before a day trades. */
  begin(date: string, offers: readonly PlainOffer[]): void {
    for (const { kind, code, exDate, settlesOn, entitled, entitlements, application } of offers) {
      if (exDate === date && entitlements && entitled > 0)
        this.of(entitlements.code).push({ on: date, left: BigInt(entitled), cost: 0n, charges: 0n, stt: 0n });
      if (settlesOn !== date) continue;
      const [got, paid] = [BigInt(application?.got ?? 0), paiseOf(application?.paid ?? '0')];
      if (kind === 'buyback') {
        const stt = sttOf(paid);
        if (got > 0n) this.sell(date, code, { quantity: got, value: paid, charges: stt, stt });
        continue;
      }
      if (!entitlements) continue;
      const used = take(this.of(entitlements.code), BigInt(application?.shares ?? 0));
      const sumOf = (item: 'cost' | 'charges' | 'stt') => sum(used.map((one) => one[item]));
      if (got > 0n)
        this.of(code).push({
          on: date,
          left: got,
          cost: paid + sumOf('cost'),
          charges: sumOf('charges'),
          stt: sumOf('stt'),
        });
      const lapsed = BigInt(entitlements.lapsed);
      if (lapsed > 0n) this.sell(date, entitlements.code, { quantity: lapsed, value: 0n, charges: 0n, stt: 0n });
    }
  }

  /** A day that trades; of purchases that never came what was paid, by share. */
  trade(date: string, trades: readonly Row[], closedOut: readonly (readonly [code: string, paid: bigint])[]): void {
    const note = noteOf(trades);
    if (trades.length > 0) this.notes.set(date, sum(note.map(({ charges }) => charges)));
    const delivered = note.filter(({ kind }) => kind === 'delivered');
    const sold = new Map(delivered.flatMap(({ code, side, quantity }) => (side === 'sell' ? [[code, quantity]] : [])));
    for (const [code, paid] of closedOut) this.closeOut(date, code, { paid, sold: sold.get(code) ?? 0n });
    for (const { code, kind, side, quantity, bought, sold: value, charges, stt } of note) {
      if (kind === 'sameDay') this.within(date, code, { quantity, bought, sold: value, charges });
      else if (side === 'buy') this.of(code).push({ on: date, left: quantity, cost: bought, charges, stt });
      else this.sell(date, code, { quantity, value, charges, stt });
    }
    this.held.set(
      date,
      new Map([...this.#lots].map(([code, some]) => [code, sum(some.map((lot) => lot.left))] as const)),
    );
  }

  /**
   * A purchase of the trading day before that never came: what is not sold of it is paid, out of the lot of that day.
   */
  closeOut(date: string, code: string, { paid, sold }: Readonly<Record<'paid' | 'sold', bigint>>): void {
    const lot = this.of(code).findLast(({ on }) => on < date);
    const [part] = take(lot ? [lot] : [], (lot?.left ?? 0n) - sold);
    if (!part) throw new Error(`nothing of ${code} was due on ${date}`);
    this.within(date, code, { quantity: part.quantity, bought: part.cost, sold: paid, charges: part.charges });
  }

  within(date: string, code: string, of: Readonly<Record<'quantity' | 'bought' | 'sold' | 'charges', bigint>>): void {
    const { quantity, bought, sold, charges } = of;
    const result = sold - bought - charges;
    this.totals.result += result;
    this.totals.turnover += largest(sold - bought, bought - sold);
    const amounts = text(bought, sold, charges);
    this.speculative.push(['speculative', code, date, date, String(quantity), ...amounts, '', ...text(result), '']);
  }

  sell(date: string, code: string, sale: Readonly<Record<'quantity' | 'value' | 'charges' | 'stt', bigint>>): void {
    const left = { ...sale };
    for (const { on, quantity, ...of } of take(this.of(code), sale.quantity)) {
      const part = (amount: bigint) => partOf(amount, quantity, left.quantity);
      const [value, fees, tax] = [part(left.value), part(left.charges), part(left.stt)];
      const gain = value - (fees - tax) - of.cost - (of.charges - of.stt);
      const term = isEntitlement(code) ? 'entitlement' : 'short';
      this.totals[term] += gain;
      const amounts = text(of.cost, value, of.charges + fees, of.stt + tax, gain);
      this.gains.push(['capital_gain', code, on, date, String(quantity), ...amounts, term]);
      left.quantity -= quantity;
      left.value -= value;
      left.charges -= fees;
      left.stt -= tax;
    }
  }
}

/**
 * What is charged for beside trades, so that no contract note has it: the STT of a buyback, the fee of a withdrawal.
 */
const NO_TRADE = new Set(['withdrawal', 'buyback']);

/** Charges of each contract note by date, and the lines of the tax report after its label and its header. */
export function booksOf(files: {
  readonly tradebook: string;
  readonly statement: string;
  readonly offers?: readonly PlainOffer[];
}): {
  readonly notes: ReadonlyMap<string, bigint>;
  readonly charged: ReadonlyMap<string, bigint>;
  readonly tax: readonly (readonly string[])[];
} {
  const { offers = [] } = files;
  const trades = Map.groupBy(rowsOf(files.tradebook, 'symbol'), (trade) => trade.trade_date ?? '');
  const entries = Map.groupBy(rowsOf(files.statement, 'entry'), ({ entry = '' }) => entry.split('-', 1)[0]);
  const byDate = Map.groupBy(entries.values(), ([row]) => row?.marketDate ?? '');
  const dates = new Set([...trades.keys(), ...byDate.keys(), ...offers.flatMap((of) => [of.exDate, of.settlesOn])]);
  const books = new PlainBooks();
  const charged = new Map<string, bigint>();
  const dividends: (readonly string[])[] = [];
  let auctions = 0n;
  /** Shares by their ISIN, which the tradebook names. */
  const codes = new Map([...trades.values()].flat().map((trade) => [trade.isin, trade.symbol ?? ''] as const));
  for (const date of [...dates].toSorted()) {
    books.begin(date, offers);
    const ofDate = (byDate.get(date) ?? []).map((rows) => {
      const [{ ref = '' } = {}] = rows;
      // `<date>/<user>/<isin>`, of a purchase that never came with `/kept`.
      const [, , isin, kept] = ref.split('/');
      const of = (type: string) =>
        sum(rows.filter((row) => row.businessType === type).map((row) => paiseOf(row.changedAmount)));
      return { rows, ref, of, closed: kept === 'kept' ? (codes.get(isin) ?? '') : undefined };
    });
    const closedOut = ofDate.flatMap(({ closed, of }) =>
      closed === undefined ? [] : [[closed, of('auction')] as const],
    );
    books.trade(date, trades.get(date) ?? [], closedOut);
    for (const { rows, ref, of, closed } of ofDate) {
      if (closed === undefined) auctions -= of('auction');
      if (of('dividend') > 0n) {
        // `<code>-<ex-date>/<user>`: held at the close before the ex-date.
        const [code = ''] = ref.split('-', 1);
        const exDate = ref.slice(code.length + 1, code.length + 11);
        const before = [...books.held].findLast(([day]) => day < exDate)?.[1].get(code) ?? 0n;
        const [gross, tds] = [of('dividend'), -of('charges')];
        const amounts = [...text(gross, tds), '', ...text(gross - tds)];
        dividends.push(['dividend', code, '', date, String(before), '', ...amounts, '']);
      } else if (!rows.some(({ businessType = '' }) => NO_TRADE.has(businessType)))
        charged.set(date, (charged.get(date) ?? 0n) - of('charges') - of('contract_note'));
    }
  }
  const { notes, totals, speculative, gains } = books;
  return {
    notes,
    charged,
    tax: [
      ...speculative.toSorted((a, b) => (a[2]! + a[1]! < b[2]! + b[1]! ? -1 : 1)),
      ...gains,
      ...dividends,
      total('speculative_result', totals.result, ''),
      total('speculative_turnover', totals.turnover, ''),
      total('short_term_gain', totals.short, 'short'),
      total('entitlement_gain', totals.entitlement, 'entitlement'),
      total('long_term_gain', 0n, 'long'),
      total('auction_loss', auctions, ''),
      ...estimated(totals.result, totals.short, totals.entitlement),
    ],
  };
}

const lineOf = (section: string, name: string, paise: bigint, term: string) => [
  section,
  ...total(name, paise, term).slice(1),
];

/**
 * Of a life of one financial year, in which nothing is held for a year: losses are carried forward, a gain of a sale is
 * taxed by 20 %.
 */
function estimated(result: bigint, short: bigint, entitlement: bigint): readonly (readonly string[])[] {
  const [within, left] = [largest(result, 0n), largest(short, 0n)];
  return [
    lineOf('estimate', 'speculative_after_losses', within, 'speculative'),
    lineOf('estimate', 'short_term_after_losses', left, 'short'),
    lineOf('estimate', 'entitlement_after_losses', largest(entitlement, 0n), 'entitlement'),
    lineOf('estimate', 'long_term_after_losses', 0n, 'long'),
    lineOf('estimate', 'long_term_exempt', 0n, 'long'),
    lineOf('estimate', 'tax_if_shares_were_real', (left * 20n + 50n) / 100n, ''),
    ...(within > result || left > short
      ? [
          lineOf('carried_forward', '2026-27', within - result, 'speculative'),
          lineOf('carried_forward', '2026-27', left - short, 'short'),
          lineOf('carried_forward', '2026-27', 0n, 'long'),
        ]
      : []),
  ];
}

/** A document as text, which must not be refused. */
export const textOf = (answer: { readonly refused?: string | undefined; readonly value?: unknown }): string => {
  if (answer.refused !== undefined) throw new Error(answer.refused);
  return Buffer.from((answer.value as { readonly bytes: Uint8Array }).bytes).toString('utf8');
};
