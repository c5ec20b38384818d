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
import { isEntitlementIsin } from '@khara/universe';
import type { Paper, PaperTable } from '#src/ports/printer.ts';
import { toCsv } from './csv.ts';
import { showAmount, showCount, type Head } from './head.ts';
import type { Dividend, LotSale, SameDayTrade, SpeculativeResult } from './store.ts';

/**
 * A financial year runs from April to March: "2026-27", or the year in which it begins. Undefined for years
 * that do not follow each other.
 */
export function parseYear(
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
export const saleGain = (sale: LotSale): bigint =>
  sale.proceedsPaise -
  (sale.saleChargesPaise - sale.saleSttPaise) -
  sale.costPaise -
  (sale.buyChargesPaise - sale.buySttPaise);

/** What trading within a day brought: business income, from which all charges are deducted, STT too (F10). */
const tradeResult = ({ soldPaise: sold, boughtPaise: bought, chargesPaise: charges }: SameDayTrade): bigint =>
  sold - bought - charges;

/** Turnover of such trading: the sum of its results before charges, each without its sign (F10). */
const sumTurnover = (trades: readonly SameDayTrade[]): bigint =>
  trades.reduce((sum, { soldPaise: sold, boughtPaise: bought }) => sum + absolute(sold - bought), 0n);

const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

const sumAmounts = <T>(rows: readonly T[], amount: (row: T) => bigint): bigint =>
  rows.reduce((sum, row) => sum + amount(row), 0n);

/** The year in which the financial year of a market date begins. */
const yearBegins = (date: string): number => Number(date.slice(0, 4)) - (date.slice(5, 7) < '04' ? 1 : 0);

/** Rights entitlements are no shares (docs/sources.md F15). */
const gainKind = ({ asset, isLong }: LotSale) =>
  isEntitlementIsin(asset.slice(asset.indexOf(':') + 1)) ? 'entitlement' : isLong ? 'long' : 'short';

const asGain = (sale: LotSale): Gain => ({ soldOn: sale.soldOn, kind: gainKind(sale), paise: saleGain(sale) });

/** The gains of a financial year, with losses that earlier ones left. */
export function computeGains({ sales, before, year }: Pick<TaxYear, 'sales' | 'before' | 'year'>): YearOfGains {
  let carried: readonly CarriedLoss[] = [];
  for (const [begins, gains] of Map.groupBy(before, (sale) => yearBegins(sale.soldOn)))
    carried = yearOfGains(begins, gains.map(asGain), carried).carried;
  return yearOfGains(Number(year.slice(0, 4)), sales.map(asGain), carried);
}

/** The speculative income of a financial year, with losses that earlier ones left. */
export function computeSpeculation({
  trades,
  speculationBefore,
  year,
}: Pick<TaxYear, 'trades' | 'speculationBefore' | 'year'>): SpeculativeYear {
  let carried: readonly SpeculativeLoss[] = [];
  for (const { year: begins, paise } of speculationBefore) carried = speculativeYear(begins, paise, carried).carried;
  return speculativeYear(Number(year.slice(0, 4)), sumAmounts(trades, tradeResult), carried);
}

/** Losses of each year that are carried forward, the oldest first. */
function listCarried(gains: YearOfGains, speculation: SpeculativeYear) {
  const years = [...new Set([...gains.carried, ...speculation.carried].map(({ year }) => year))].toSorted(
    (a, b) => a - b,
  );
  return years.map((year) => {
    const { short = 0n, long = 0n } = gains.carried.find((loss) => loss.year === year) ?? {};
    const { paise: speculative = 0n } = speculation.carried.find((loss) => loss.year === year) ?? {};
    return { year, speculative, short, long };
  });
}
type CarriedYear = ReturnType<typeof listCarried>[number];

const yearName = (year: number): string => parseYear(String(year))!.name;

export function taxPaper(head: Head, tax: TaxYear): Paper {
  const { words, paper, facts } = head;
  const gains = computeGains(tax);
  const speculation = computeSpeculation(tax);
  const carried = listCarried(gains, speculation);
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
  const show = (paise: bigint) => showAmount(paise, 'INR', language);
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
      trade.tradedOn,
      trade.code,
      showCount(trade.quantity, language),
      show(trade.boughtPaise),
      show(trade.soldPaise),
      show(trade.chargesPaise),
      show(tradeResult(trade)),
    ]),
  };
}

function lotsTable({ words, language }: Head, sales: readonly LotSale[]): PaperTable {
  const show = (paise: bigint) => showAmount(paise, 'INR', language);
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
      showCount(sale.quantity, language),
      sale.acquiredOn ?? '–',
      sale.soldOn,
      show(sale.costPaise),
      show(sale.buyChargesPaise - sale.buySttPaise),
      show(sale.proceedsPaise),
      show(sale.saleChargesPaise - sale.saleSttPaise),
      show(saleGain(sale)),
      { entitlement: 'RE', long: words.long, short: words.short }[gainKind(sale)],
    ]),
  };
}

function dividendsTable({ words, language }: Head, dividends: readonly Dividend[]): PaperTable {
  const show = (paise: bigint) => showAmount(paise, 'INR', language);
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
    rows: dividends.map(({ paidOn: date, code, held, grossPaise: gross, tdsPaise: tds }) => [
      date,
      code,
      showCount(held, language),
      show(gross),
      show(tds),
      show(gross - tds),
    ]),
  };
}

function sumsTable({ words, language }: Head, tax: TaxYear, { net }: YearOfGains): PaperTable {
  const show = (paise: bigint) => showAmount(paise, 'INR', language);
  return {
    title: words.gains,
    columns: [
      { title: words.term, width: 60 },
      { title: words.amount, width: 40, isNumber: true },
    ],
    rows: [
      [words.speculative, show(sumAmounts(tax.trades, tradeResult))],
      [words.turnover, show(sumTurnover(tax.trades))],
      [words.shortTerm, show(net.short)],
      [words.entitlements, show(net.entitlement)],
      [words.longTerm, show(net.long)],
      [words.dividendsGross, show(sumAmounts(tax.dividends, ({ grossPaise: gross }) => gross))],
      [words.tds, show(sumAmounts(tax.dividends, ({ tdsPaise: tds }) => tds))],
      ...(tax.auctionLossPaise === 0n ? [] : [[words.auctionLoss, show(tax.auctionLossPaise)]]),
    ],
  };
}

function estimateTable(
  { words, language }: Head,
  { left, exempt, tax }: YearOfGains,
  speculation: SpeculativeYear,
): PaperTable {
  const show = (paise: bigint) => showAmount(paise, 'INR', language);
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
  const show = (paise: bigint) => showAmount(paise, 'INR', language);
  return {
    title: words.carried,
    columns: [
      { title: words.financialYear, width: 25 },
      { title: words.speculativeShort, width: 25, isNumber: true },
      { title: words.short, width: 25, isNumber: true },
      { title: words.long, width: 25, isNumber: true },
    ],
    rows: carried.map(({ year, speculative, short, long }) => [
      yearName(year),
      show(speculative),
      show(short),
      show(long),
    ]),
  };
}

const decimal = (paise: bigint): string => showDecimal(paise, 2);

/** The same rows for a spreadsheet, one section after the other; names of columns in English, as in the other files. */
export function taxCsv({ words }: Pick<Head, 'words'>, tax: TaxYear): string {
  const gains = computeGains(tax);
  const { net, left, exempt, tax: estimate } = gains;
  const speculation = computeSpeculation(tax);
  return toCsv([
    [words.label],
    ['section', 'code', 'acquired', 'date', 'quantity', 'bought', 'sold', 'charges', 'stt', 'result', 'term'],
    ...tax.trades.map((trade) => [
      'speculative',
      trade.code,
      trade.tradedOn,
      trade.tradedOn,
      String(trade.quantity),
      decimal(trade.boughtPaise),
      decimal(trade.soldPaise),
      decimal(trade.chargesPaise),
      '',
      decimal(tradeResult(trade)),
      '',
    ]),
    ...tax.sales.map((sale) => [
      'capital_gain',
      sale.code,
      sale.acquiredOn ?? '',
      sale.soldOn,
      String(sale.quantity),
      decimal(sale.costPaise),
      decimal(sale.proceedsPaise),
      decimal(sale.buyChargesPaise + sale.saleChargesPaise),
      decimal(sale.buySttPaise + sale.saleSttPaise),
      decimal(saleGain(sale)),
      gainKind(sale),
    ]),
    ...tax.dividends.map((one) => [
      'dividend',
      one.code,
      '',
      one.paidOn,
      String(one.held),
      '',
      decimal(one.grossPaise),
      decimal(one.tdsPaise),
      '',
      decimal(one.grossPaise - one.tdsPaise),
      '',
    ]),
    ['total', 'speculative_result', '', '', '', '', '', '', '', decimal(sumAmounts(tax.trades, tradeResult)), ''],
    ['total', 'speculative_turnover', '', '', '', '', '', '', '', decimal(sumTurnover(tax.trades)), ''],
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
    ...listCarried(gains, speculation).flatMap(({ year, speculative, short, long }) => [
      ['carried_forward', yearName(year), '', '', '', '', '', '', '', decimal(speculative), 'speculative'],
      ['carried_forward', yearName(year), '', '', '', '', '', '', '', decimal(short), 'short'],
      ['carried_forward', yearName(year), '', '', '', '', '', '', '', decimal(long), 'long'],
    ]),
  ]);
}
