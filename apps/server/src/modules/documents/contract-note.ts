import { mulDiv, showDecimal } from '@khara/money';
import { settlementDate, settlementNumber } from '@khara/rules';
import { decimalIn, fill as fillIn } from '@khara/texts';
import type { Paper, PaperTable } from '#src/ports/printer.ts';
import { showAmount, showCount, type Head } from './head.ts';
import type { FillLine, noteOfDay } from './store.ts';

/** Items of the charges in the order in which a contract note has them; GST apart, and the DP charge is not in it. */
const ITEMS = ['brokerage', 'exchange', 'sebi', 'stt', 'stamp'] as const;

type Note = NonNullable<Awaited<ReturnType<typeof noteOfDay>>>;
type Charged = Pick<FillLine, `${(typeof ITEMS)[number] | 'gst' | 'dp'}Paise`>;

/**
 * The contract note of a market date: what was bought and sold, what of it nets, the charges item by item,
 * and what is to be paid in all. While the day runs, what each fill was charged: an estimate.
 */
export function contractNotePaper(
  head: Head,
  {
    marketDate,
    fills,
    of,
  }: { readonly marketDate: string; readonly fills: readonly FillLine[]; readonly of: Note | undefined },
): Paper {
  const { words, language, paper, facts } = head;
  const charged = of?.note ?? sumCharges(fills);
  const settlesOn = of?.note.settlesOn ?? settlementDate(marketDate);
  return {
    ...paper,
    wide: true,
    title: words.contractNote,
    facts: [
      { name: words.marketDate, value: marketDate },
      { name: words.settlement, value: `N ${settlementNumber(marketDate)}, ${settlesOn}` },
      ...(of ? [{ name: words.noteNumber, value: String(of.note.number) }] : []),
      ...facts,
    ],
    tables: [tradesTable(head, fills), ...(of ? [netsTable(head, of)] : []), chargesTable(head, fills, charged)],
    notes: [
      ...(of ? [] : [words.dayRuns]),
      ...(charged.dpPaise > 0n
        ? [fillIn(words.dpApart, { amount: showAmount(charged.dpPaise, 'INR', language) })]
        : []),
      ...(of ? [bookedText(head, of)] : []),
      ...placedBy(head, fills),
      words.noteOfNote,
    ],
  };
}

const sumCharges = (fills: readonly FillLine[]): Charged => {
  const sum = (item: keyof Charged) => fills.reduce((total, fill) => total + fill[item], 0n);
  return {
    brokeragePaise: sum('brokeragePaise'),
    exchangePaise: sum('exchangePaise'),
    sebiPaise: sum('sebiPaise'),
    sttPaise: sum('sttPaise'),
    stampPaise: sum('stampPaise'),
    gstPaise: sum('gstPaise'),
    dpPaise: sum('dpPaise'),
  };
};

/** Which orders a program, a trigger, a basket or a regular purchase placed, with how a program marked them. */
function placedBy({ words }: Head, fills: readonly FillLine[]): readonly string[] {
  return (['program', 'trigger', 'basket', 'regular'] as const).flatMap((by) => {
    const orders = fills.flatMap(({ by: own, orderId: id, tag }) =>
      own === by ? [tag === undefined ? String(id) : `${id} (${tag})`] : [],
    );
    return orders.length === 0 ? [] : [fillIn(words.placedBy[by], { orders: [...new Set(orders)].join(', ') })];
  });
}

/** A rate to a hundredth of a paisa, as contract notes have them. */
const showRate = (hundredths: bigint, language: Head['language']): string =>
  decimalIn(language, showDecimal(hundredths, 4));

function tradesTable({ words, language }: Head, fills: readonly FillLine[]): PaperTable {
  return {
    title: words.fills,
    columns: [
      { title: words.time, width: 8 },
      { title: words.order, width: 9 },
      { title: words.trade, width: 8 },
      { title: words.share, width: 14 },
      { title: words.side, width: 7 },
      { title: words.quantity, width: 9, isNumber: true },
      { title: words.price, width: 11, isNumber: true },
      { title: words.brokerageUnit, width: 10, isNumber: true },
      { title: words.netRate, width: 11, isNumber: true },
      { title: words.netBeforeLevies, width: 13, isNumber: true },
    ],
    rows: fills.map((fill) => {
      const { side, quantity, pricePaise: price, brokeragePaise: brokerage, valuePaise: value } = fill;
      const unit = mulDiv(brokerage, 100n, BigInt(quantity), 'half_up');
      const sign = side === 'buy' ? 1n : -1n;
      return [
        fill.marketTime.slice(11, 19),
        String(fill.orderId),
        String(fill.tradeNo),
        fill.code,
        words[side],
        showCount(quantity, language),
        showAmount(price, 'INR', language),
        showRate(unit, language),
        showRate(price * 100n + sign * unit, language),
        showAmount(value + sign * brokerage, 'INR', language),
      ];
    }),
  };
}

/** What of each share nets within the day, and what is delivered. */
function netsTable({ words, language }: Head, { lines }: Note): PaperTable {
  return {
    title: words.netting,
    columns: [
      { title: words.share, width: 20 },
      { title: words.bought, width: 13, isNumber: true },
      { title: words.sold, width: 13, isNumber: true },
      { title: words.withinDay, width: 16, isNumber: true },
      { title: words.delivered, width: 16, isNumber: true },
      { title: words.value, width: 22, isNumber: true },
    ],
    rows: lines.map((line) => [
      line.code,
      showCount(line.boughtQuantity, language),
      showCount(line.soldQuantity, language),
      showCount(line.sameDayQuantity, language),
      showCount(line.deliveredQuantity, language),
      showAmount(line.soldPaise - line.boughtPaise, 'INR', language),
    ]),
  };
}

function chargesTable({ words, language }: Head, fills: readonly FillLine[], charged: Charged): PaperTable {
  const show = (paise: bigint) => showAmount(paise, 'INR', language);
  const sumSide = (side: FillLine['side']) =>
    fills.reduce((sum, fill) => sum + (fill.side === side ? fill.valuePaise : 0n), 0n);
  // Half for the Union, half for the state; an odd paisa is the state's.
  const central = charged.gstPaise / 2n;
  const total = ITEMS.reduce((sum, item) => sum + charged[`${item}Paise`], charged.gstPaise);
  const net = sumSide('sell') - sumSide('buy') - total;
  return {
    title: words.chargesOf,
    columns: [
      { title: words.item, width: 60 },
      { title: words.amount, width: 40, isNumber: true },
    ],
    rows: [
      ...ITEMS.map((item) => [words[item], show(charged[`${item}Paise`])]),
      [words.cgst, show(central)],
      [words.sgst, show(charged.gstPaise - central)],
    ],
    totals: [
      [words.charges, show(total)],
      [words.bought, show(sumSide('buy'))],
      [words.sold, show(sumSide('sell'))],
      [net < 0n ? words.netPay : words.netReceive, show(net < 0n ? -net : net)],
    ],
  };
}

/** How what was charged with the fills became what the note says. */
function bookedText({ words, language }: Head, { note }: Note): string {
  const final = ITEMS.reduce((sum, item) => sum + note[`${item}Paise`], note.gstPaise + note.dpPaise);
  const show = (paise: bigint) => showAmount(paise, 'INR', language);
  const over = final - note.estimatedPaise;
  const text = over === 0n ? words.bookedAlike : over < 0n ? words.bookedBack : words.bookedMore;
  return fillIn(text, {
    estimated: show(note.estimatedPaise),
    final: show(final),
    amount: show(over < 0n ? -over : over),
  });
}
