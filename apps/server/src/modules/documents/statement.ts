import type { Data, Language } from '@khara/contract';
import { DECIMALS, parseDecimal } from '@khara/money';
import { fill, textsFor } from '@khara/texts';
import { billPage } from '#modules/statement/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { toCsv } from './csv.ts';
import { showAmount, showInstant, type Head } from './head.ts';
import type { Paper, PaperTable } from '#src/ports/printer.ts';

type Line = Data<'bill'>['list'][number];
const PAGE = 500;

/** The lines of the bill between two market dates, oldest first; undefined when there are more than `most`. */
export async function linesBetween(
  deps: Deps,
  reader: { readonly userId: string; readonly language: Language },
  { from, to, most }: { readonly from: string; readonly to: string; readonly most: number },
): Promise<readonly Line[] | undefined> {
  const lines: Line[] = [];
  let cursor: string | undefined;
  do {
    const page = await billPage(deps, reader, { from, to, size: PAGE, cursor });
    lines.push(...page.list);
    if (lines.length > most) return undefined;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return lines.toReversed();
}

const units = (text: string, currency: Line['currency']): bigint => parseDecimal(text, DECIMALS[currency]) ?? 0n;

const total = (name: string, amount: string, balance: string) => [name, '', '', '', amount, balance];

/** The statement on paper: a table for each currency in which something moved. */
export function statementPaper(
  { words, texts, language, paper, facts }: Head,
  { from, to, lines }: { readonly from: string; readonly to: string; readonly lines: readonly Line[] },
): Paper {
  const currencies = (['INR', 'USDT'] as const).filter((currency) => lines.some((line) => line.currency === currency));
  const types: Readonly<Record<string, string>> = texts.bill.businessType;
  const currencyTable = (currency: Line['currency']): PaperTable => {
    const own = lines.filter((line) => line.currency === currency);
    const show = (amount: bigint) => showAmount(amount, currency, language);
    const changes = own.map((line) => units(line.changedAmount, currency));
    const sum = (of: (amount: bigint) => boolean) => changes.filter(of).reduce((all, one) => all + one, 0n);
    return {
      title: fill(words.linesOf, { currency }),
      columns: [
        { title: words.date, width: 14 },
        { title: words.what, width: 16 },
        { title: words.remark, width: 32 },
        { title: words.entry, width: 10 },
        { title: words.amount, width: 14, isNumber: true },
        { title: words.balance, width: 14, isNumber: true },
      ],
      rows: [
        total(words.opening, '', show(units(own[0]?.before ?? '0', currency))),
        ...own.map((line) => [
          line.marketDate,
          types[line.businessType] ?? line.businessType,
          line.remark,
          line.id,
          show(units(line.changedAmount, currency)),
          show(units(line.after, currency)),
        ]),
      ],
      totals: [
        total(words.moneyIn, show(sum((amount) => amount > 0n)), ''),
        total(words.moneyOut, show(sum((amount) => amount < 0n)), ''),
        total(words.closing, '', show(units(own.at(-1)?.after ?? '0', currency))),
      ],
    };
  };
  return {
    ...paper,
    title: words.statement,
    facts: [{ name: words.period, value: `${from} – ${to}` }, ...facts],
    tables: currencies.map(currencyTable),
    notes: [...(currencies.length === 0 ? [words.nothing] : []), words.verify],
  };
}

/** The statement as a table of values, its first line the label of the practice market. */
export function statementCsv(language: Language, lines: readonly Line[]): string {
  const { papers } = textsFor(language);
  return toCsv([
    [papers.label],
    ['entry', 'marketDate', 'at', 'businessType', 'currency', 'changedAmount', 'before', 'after', 'remark', 'ref'],
    ...lines.map((line) => [
      line.id,
      line.marketDate,
      showInstant(line.at),
      line.businessType,
      line.currency,
      line.changedAmount,
      line.before,
      line.after,
      line.remark,
      line.ref,
    ]),
  ]);
}
