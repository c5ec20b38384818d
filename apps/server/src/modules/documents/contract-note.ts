import { amountOf, countOf, type Head } from './head.ts';
import type { Paper } from '#src/ports/printer.ts';
import type { FillLine } from './store.ts';

/** Items of the charges in the order in which a contract note has them. */
const ITEMS = ['brokerage', 'exchange', 'sebi', 'gst', 'stt', 'stamp', 'dp'] as const;

const chargesOf = (fill: FillLine): bigint => ITEMS.reduce((sum, item) => sum + fill[`${item}_paise`], 0n);

/**
 * The contract note of a market date: what was bought and sold, the charges item by item, and what is to be
 * paid in all.
 */
export function contractNotePaper(
  { words, language, paper, facts }: Head,
  { marketDate, fills }: { readonly marketDate: string; readonly fills: readonly FillLine[] },
): Paper {
  const show = (paise: bigint) => amountOf(paise, 'INR', language);
  const sumOf = (amount: (fill: FillLine) => bigint) => fills.reduce((sum, fill) => sum + amount(fill), 0n);
  const valueOf = (side: FillLine['side']) => sumOf((fill) => (fill.side === side ? fill.value_paise : 0n));
  const charges = sumOf(chargesOf);
  const net = valueOf('sell') - valueOf('buy') - charges;
  return {
    ...paper,
    title: words.contractNote,
    facts: [{ name: words.marketDate, value: marketDate }, ...facts],
    tables: [
      {
        title: words.fills,
        columns: [
          { title: words.time, width: 10 },
          { title: words.order, width: 9 },
          { title: words.trade, width: 10 },
          { title: words.share, width: 17 },
          { title: words.side, width: 8 },
          { title: words.quantity, width: 9, isNumber: true },
          { title: words.price, width: 12, isNumber: true },
          { title: words.value, width: 14, isNumber: true },
          { title: words.charges, width: 11, isNumber: true },
        ],
        rows: fills.map((fill) => [
          fill.market_time.slice(11, 19),
          String(fill.order_id),
          String(fill.trade_no),
          fill.code,
          words[fill.side],
          countOf(fill.quantity, language),
          show(fill.price_paise),
          show(fill.value_paise),
          show(chargesOf(fill)),
        ]),
      },
      {
        title: words.chargesOf,
        columns: [
          { title: words.item, width: 60 },
          { title: words.amount, width: 40, isNumber: true },
        ],
        rows: ITEMS.map((item) => [words[item], show(sumOf((fill) => fill[`${item}_paise`]))]),
        totals: [
          [words.charges, show(charges)],
          [words.bought, show(valueOf('buy'))],
          [words.sold, show(valueOf('sell'))],
          [net < 0n ? words.netPay : words.netReceive, show(net < 0n ? -net : net)],
        ],
      },
    ],
    notes: [words.noteOfNote],
  };
}
