import { amountOf, countOf, type Head } from './head.ts';
import type { Paper } from '#src/ports/printer.ts';
import type { LotSale } from './store.ts';

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

/** What a sale of a lot gained: without STT on either side, which is not deducted (docs/sources.md F9). */
export const gainOf = (sale: LotSale): bigint =>
  sale.proceeds_paise -
  (sale.sale_charges_paise - sale.sale_stt_paise) -
  sale.cost_paise -
  (sale.buy_charges_paise - sale.buy_stt_paise);

export function taxPaper(
  { words, language, paper, facts }: Head,
  { year, sales }: { readonly year: string; readonly sales: readonly LotSale[] },
): Paper {
  const show = (paise: bigint) => amountOf(paise, 'INR', language);
  const gains = (isLong: boolean) =>
    sales.filter((sale) => sale.is_long === isLong).reduce((sum, sale) => sum + gainOf(sale), 0n);
  const lotsOf = () => ({
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
      sale.is_long ? words.long : words.short,
    ]),
  });
  return {
    ...paper,
    wide: true,
    title: words.taxReport,
    facts: [{ name: words.financialYear, value: year }, ...facts],
    tables: [
      ...(sales.length === 0 ? [] : [lotsOf()]),
      {
        title: words.gains,
        columns: [
          { title: words.term, width: 60 },
          { title: words.gain, width: 40, isNumber: true },
        ],
        rows: [
          [words.shortTerm, show(gains(false))],
          [words.longTerm, show(gains(true))],
        ],
        totals: [[words.total, show(gains(false) + gains(true))]],
      },
    ],
    notes: [...(sales.length === 0 ? [words.nothing] : []), words.noteOfTax],
  };
}
