import { COLUMNS, USUAL_COLUMNS, type Column } from './figures.ts';

/**
 * "pe,size": the columns of an address that there is room for, in the order of the table; the usual ones without any.
 */
export function useColumns(text: string | null, most: number): readonly Column[] {
  const chosen = COLUMNS.filter((column) => text?.split(',').includes(column));
  return chosen.length === 0 ? USUAL_COLUMNS : chosen.slice(0, most);
}
