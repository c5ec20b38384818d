import { isSuspended, type Quote } from './quote.ts';

const SORT_COLUMNS = ['name', 'price', 'change'] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];
/** How a list is shown; undefined is the order it came in, which the server chose for it. */
export type Sort = { readonly column: SortColumn; readonly descending: boolean };

/** A second tap on the active column turns it round; a third gives back the list's own order. */
export function nextSort(current: Sort | undefined, column: SortColumn): Sort | undefined {
  const first = column !== 'name'; // numbers are looked for from the top, names from A
  if (current?.column !== column) return { column, descending: first };
  return current.descending === first ? { column, descending: !first } : undefined;
}

/** A sorted copy. Equal rows keep the order they had, and suspended ones come last: they have no price that moves. */
export function sortQuotes(quotes: readonly Quote[], sort: Sort | undefined): readonly Quote[] {
  if (!sort) return quotes;
  const turn = sort.descending ? -1 : 1;
  const by = COMPARE[sort.column];
  return quotes.toSorted((a, b) => Number(isSuspended(a)) - Number(isSuspended(b)) || turn * by(a, b));
}

const COMPARE: Readonly<Record<SortColumn, (a: Quote, b: Quote) => number>> = {
  name: (a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
  price: (a, b) => Number(a.price) - Number(b.price),
  change: (a, b) => Number(a.changePercent) - Number(b.changePercent),
};
