import { showDecimal } from '@khara/money';
import {
  speculativeYear,
  yearOfGains,
  type CarriedLoss,
  type Gain,
  type SpeculativeLoss,
  type SpeculativeYear,
  type YearOfGains,
} from '@khara/rules';
import type { Paper, PaperTable } from '#src/ports/printer.ts';
import { csvOf } from './csv.ts';
import { amountOf, countOf, type Head } from './head.ts';
import type { Dividend, LotSale, SameDayTrade, SpeculativeResult } from './store.ts';

/**
 * A financial year runs from April to March: "2026-27", or the year in which it begins. Undefined for years
 * that do not follow each other.
 */
export function yearOf(
  text: string,
): { readonly name: string; readonly from: string; readonly to: string } | undefined {
  const begins = Number(text.slice(0, 4));
  const name = `${begins}-${String((begins + 1) % 100).padStart(2, '0')}`;
  if (text.length > 4 && text !== name) return undefined;
  return { name, from: `${begins}-04-01`, to: `${begins + 1}-03-31` };
}

export type TaxYear = {
  readonly year: string;
  readonly trades: readonly SameDayTrade[];
  readonly sales: readonly LotSale[];
  /** Sums of sales of earlier years, the oldest first, whose losses may be left. */
  readonly before: readonly LotSale[];
  /** Speculative results of earlier years, the oldest first, whose losses may be left. */
  readonly speculationBefore: readonly SpeculativeResult[];
  readonly dividends: readonly Dividend[];
  /**
   * What sales that were not delivered cost in auctions and close-outs. No gain is less for it (docs/sources.md F12).
   */
  readonly auctionLossPaise: bigint;
};

/** What a sale of a lot gained: without STT on either side, which is not deducted (docs/sources.md F9). */
export const gainOf = (sale: LotSale): bigint =>
  sale.proceeds_paise -
  (sale.sale_charges_paise - sale.sale_stt_paise) -
  sale.cost_paise -
  (sale.buy_charges_paise - sale.buy_stt_paise);

/** What trading within a day brought: business income, from which all charges are deducted, STT too (F10). */
const resultOf = ({ sold_paise: sold, bought_paise: bought, charges_paise: charges }: SameDayTrade): bigint =>
  sold - bought - charges;

/** Turnover of such trading: the sum of its results before charges, each without its sign (F10). */
const turnoverOf = (trades: readonly SameDayTrade[]): bigint =>
  trades.reduce((sum, { sold_paise: sold, bought_paise: bought }) => sum + absolute(sold - bought), 0n);

const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

const sumOf = <T>(rows: readonly T[], amount: (row: T) => bigint): bigint =>
  rows.reduce((sum, row) => sum + amount(row), 0n);

/** The year in which the financial year of a market date begins. */
const yearBegins = (date: string): number => Number(date.slice(0, 4)) - (date.slice(5, 7) < '04' ? 1 : 0);

const kindOf = (sale: LotSale) => (sale.is_entitlement ? 'entitlement' : sale.is_long ? 'long' : 'short');

const asGain = (sale: LotSale): Gain => ({ soldOn: sale.sold_on, kind: kindOf(sale), paise: gainOf(sale) });

/** The gains of a financial year, with losses that earlier ones left. */
export function gainsOf({ sales, before, year }: Pick<TaxYear, 'sales' | 'before' | 'year'>): YearOfGains {
  let carried: readonly CarriedLoss[] = [];
  for (const [begins, gains] of Map.groupBy(before, (sale) => yearBegins(sale.sold_on)))
    carried = yearOfGains(begins, gains.map(asGain), carried).carried;
  return yearOfGains(Number(year.slice(0, 4)), sales.map(asGain), carried);
}

/** The speculative income of a financial year, with losses that earlier ones left. */
export function speculationOf({
  trades,
  speculationBefore,
  year,
}: Pick<TaxYear, 'trades' | 'speculationBefore' | 'year'>): SpeculativeYear {
  let carried: readonly SpeculativeLoss[] = [];
  for (const { year: begins, paise } of speculationBefore) carried = speculativeYear(begins, paise, carried).carried;
  return speculativeYear(Number(year.slice(0, 4)), sumOf(trades, resultOf), carried);
}

/** Losses of each year that are carried forward, the oldest first. */
function carriedOf(gains: YearOfGains, speculation: SpeculativeYear) {
  const years = [...new Set([...gains.carried, ...speculation.carried].map(({ year }) => year))].toSorted(
    (a, b) => a - b,
  );
  return years.map((year) => {
    const { short = 0n, long = 0n } = gains.carried.find((loss) => loss.year === year) ?? {};
    const { paise: speculative = 0n } = speculation.carried.find((loss) => loss.year === year) ?? {};
    return { year, speculative, short, long };
  });
}
type CarriedYear = ReturnType<typeof carriedOf>[number];

const nameOf = (year: number): string => yearOf(String(year))!.name;

export function taxPaper(head: Head, tax: TaxYear): Paper {
  const { words, paper, facts } = head;
  const gains = gainsOf(tax);
  const speculation = speculationOf(tax);
  const carried = carriedOf(gains, speculation);
  const isEmpty = tax.trades.length + tax.sales.length + tax.dividends.length === 0;
  return {
    ...paper,
    wide: true,
    title: words.taxReport,
    facts: [{ name: words.financialYear, value: tax.year }, ...facts],
    tables: [
      ...(tax.trades.length === 0 ? [] : [tradesTable(head, tax.trades)]),
      ...(tax.sales.length === 0 ? [] : [lotsTable(head, tax.sales)]),
      ...(tax.dividends.length === 0 ? [] : [dividendsTable(head, tax.dividends)]),
      sumsTable(head, tax, gains),
      estimateTable(head, gains, speculation),
      ...(carried.length === 0 ? [] : [carriedTable(head, carried)]),
    ],
    notes: [
      ...(isEmpty ? [words.nothing] : []),
      words.noteOfSpeculative,
      words.noteOfEstimate,
      words.noteOfRates,
      words.noteOfTax,
    ],
  };
}

function tradesTable({ words, language }: Head, trades: readonly SameDayTrade[]): PaperTable {
  const show = (paise: bigint) => amountOf(paise, 'INR', language);
  return {
    title: words.speculative,
    columns: [
      { title: words.date, width: 12 },
      { title: words.share, width: 18 },
      { title: words.quantity, width: 10, isNumber: true },
      { title: words.bought, width: 16, isNumber: true },
      { title: words.sold, width: 16, isNumber: true },
      { title: words.charges, width: 13, isNumber: true },
      { title: words.gain, width: 15, isNumber: true },
    ],
    rows: trades.map((trade) => [
      trade.traded_on,
      trade.code,
      countOf(trade.quantity, language),
      show(trade.bought_paise),
      show(trade.sold_paise),
      show(trade.charges_paise),
      show(resultOf(trade)),
    ]),
  };
}

function lotsTable({ words, language }: Head, sales: readonly LotSale[]): PaperTable {
  const show = (paise: bigint) => amountOf(paise, 'INR', language);
  return {
    title: words.lots,
    columns: [
      { title: words.share, width: 14 },
      { title: words.quantity, width: 8, isNumber: true },
      { title: words.acquired, width: 9 },
      { title: words.soldOn, width: 9 },
      { title: words.cost, width: 12, isNumber: true },
      { title: words.buyCharges, width: 10, isNumber: true },
      { title: words.proceeds, width: 12, isNumber: true },
      { title: words.saleCharges, width: 10, isNumber: true },
      { title: words.gain, width: 10, isNumber: true },
      { title: words.term, width: 6 },
    ],
    rows: sales.map((sale) => [
      sale.code,
      countOf(sale.quantity, language),
      sale.acquired_on ?? '–',
      sale.sold_on,
      show(sale.cost_paise),
      show(sale.buy_charges_paise - sale.buy_stt_paise),
      show(sale.proceeds_paise),
      show(sale.sale_charges_paise - sale.sale_stt_paise),
      show(gainOf(sale)),
      sale.is_entitlement ? 'RE' : sale.is_long ? words.long : words.short,
    ]),
  };
}

function dividendsTable({ words, language }: Head, dividends: readonly Dividend[]): PaperTable {
  const show = (paise: bigint) => amountOf(paise, 'INR', language);
  return {
    title: words.dividends,
    columns: [
      { title: words.date, width: 14 },
      { title: words.share, width: 22 },
      { title: words.quantity, width: 14, isNumber: true },
      { title: words.gross, width: 17, isNumber: true },
      { title: words.tds, width: 16, isNumber: true },
      { title: words.amount, width: 17, isNumber: true },
    ],
    rows: dividends.map(({ paid_on: date, code, held, gross_paise: gross, tds_paise: tds }) => [
      date,
      code,
      countOf(held, language),
      show(gross),
      show(tds),
      show(gross - tds),
    ]),
  };
}

function sumsTable({ words, language }: Head, tax: TaxYear, { net }: YearOfGains): PaperTable {
  const show = (paise: bigint) => amountOf(paise, 'INR', language);
  return {
    title: words.gains,
    columns: [
      { title: words.term, width: 60 },
      { title: words.amount, width: 40, isNumber: true },
    ],
    rows: [
      [words.speculative, show(sumOf(tax.trades, resultOf))],
      [words.turnover, show(turnoverOf(tax.trades))],
      [words.shortTerm, show(net.short)],
      [words.entitlements, show(net.entitlement)],
      [words.longTerm, show(net.long)],
      [words.dividendsGross, show(sumOf(tax.dividends, ({ gross_paise: gross }) => gross))],
      [words.tds, show(sumOf(tax.dividends, ({ tds_paise: tds }) => tds))],
      ...(tax.auctionLossPaise === 0n ? [] : [[words.auctionLoss, show(tax.auctionLossPaise)]]),
    ],
  };
}

function estimateTable(
  { words, language }: Head,
  { left, exempt, tax }: YearOfGains,
  speculation: SpeculativeYear,
): PaperTable {
  const show = (paise: bigint) => amountOf(paise, 'INR', language);
  return {
    title: words.estimate,
    columns: [
      { title: words.term, width: 60 },
      { title: words.amount, width: 40, isNumber: true },
    ],
    rows: [
      [words.speculativeLeft, show(speculation.left)],
      [words.shortLeft, show(left.short)],
      [words.entitlementsLeft, show(left.entitlement)],
      [words.longLeft, show(left.long)],
      [words.exempt, show(exempt)],
      [words.taxOfGains, show(tax)],
    ],
  };
}

function carriedTable({ words, language }: Head, carried: readonly CarriedYear[]): PaperTable {
  const show = (paise: bigint) => amountOf(paise, 'INR', language);
  return {
    title: words.carried,
    columns: [
      { title: words.financialYear, width: 25 },
      { title: words.speculativeShort, width: 25, isNumber: true },
      { title: words.short, width: 25, isNumber: true },
      { title: words.long, width: 25, isNumber: true },
    ],
    rows: carried.map(({ year, speculative, short, long }) => [
      nameOf(year),
      show(speculative),
      show(short),
      show(long),
    ]),
  };
}

const decimal = (paise: bigint): string => showDecimal(paise, 2);

/** The same rows for a spreadsheet, one section after the other; names of columns in English, as in the other files. */
export function taxCsv({ words }: Pick<Head, 'words'>, tax: TaxYear): string {
  const gains = gainsOf(tax);
  const { net, left, exempt, tax: estimate } = gains;
  const speculation = speculationOf(tax);
  return csvOf([
    [words.label],
    ['section', 'code', 'acquired', 'date', 'quantity', 'bought', 'sold', 'charges', 'stt', 'result', 'term'],
    ...tax.trades.map((trade) => [
      'speculative',
      trade.code,
      trade.traded_on,
      trade.traded_on,
      String(trade.quantity),
      decimal(trade.bought_paise),
      decimal(trade.sold_paise),
      decimal(trade.charges_paise),
      '',
      decimal(resultOf(trade)),
      '',
    ]),
    ...tax.sales.map((sale) => [
      'capital_gain',
      sale.code,
      sale.acquired_on ?? '',
      sale.sold_on,
      String(sale.quantity),
      decimal(sale.cost_paise),
      decimal(sale.proceeds_paise),
      decimal(sale.buy_charges_paise + sale.sale_charges_paise),
      decimal(sale.buy_stt_paise + sale.sale_stt_paise),
      decimal(gainOf(sale)),
      kindOf(sale),
    ]),
    ...tax.dividends.map((one) => [
      'dividend',
      one.code,
      '',
      one.paid_on,
      String(one.held),
      '',
      decimal(one.gross_paise),
      decimal(one.tds_paise),
      '',
      decimal(one.gross_paise - one.tds_paise),
      '',
    ]),
    ['total', 'speculative_result', '', '', '', '', '', '', '', decimal(sumOf(tax.trades, resultOf)), ''],
    ['total', 'speculative_turnover', '', '', '', '', '', '', '', decimal(turnoverOf(tax.trades)), ''],
    ['total', 'short_term_gain', '', '', '', '', '', '', '', decimal(net.short), 'short'],
    ['total', 'entitlement_gain', '', '', '', '', '', '', '', decimal(net.entitlement), 'entitlement'],
    ['total', 'long_term_gain', '', '', '', '', '', '', '', decimal(net.long), 'long'],
    ['total', 'auction_loss', '', '', '', '', '', '', '', decimal(tax.auctionLossPaise), ''],
    ['estimate', 'speculative_after_losses', '', '', '', '', '', '', '', decimal(speculation.left), 'speculative'],
    ['estimate', 'short_term_after_losses', '', '', '', '', '', '', '', decimal(left.short), 'short'],
    ['estimate', 'entitlement_after_losses', '', '', '', '', '', '', '', decimal(left.entitlement), 'entitlement'],
    ['estimate', 'long_term_after_losses', '', '', '', '', '', '', '', decimal(left.long), 'long'],
    ['estimate', 'long_term_exempt', '', '', '', '', '', '', '', decimal(exempt), 'long'],
    ['estimate', 'tax_if_shares_were_real', '', '', '', '', '', '', '', decimal(estimate), ''],
    ...carriedOf(gains, speculation).flatMap(({ year, speculative, short, long }) => [
      ['carried_forward', nameOf(year), '', '', '', '', '', '', '', decimal(speculative), 'speculative'],
      ['carried_forward', nameOf(year), '', '', '', '', '', '', '', decimal(short), 'short'],
      ['carried_forward', nameOf(year), '', '', '', '', '', '', '', decimal(long), 'long'],
    ]),
  ]);
}
