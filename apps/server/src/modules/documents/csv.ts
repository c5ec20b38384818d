import { writeCsv } from '@khara/universe';

/** Comma-separated values (RFC 4180) that no spreadsheet takes for a formula. */

/**
 * A plain number may begin with a minus. In any other text each sign that could begin a formula gets an
 * apostrophe before it, unless a letter or a digit stands there: whatever separator a spreadsheet is given,
 * it begins no cell.
 */
const asText = (value: string): string =>
  /^-?\d+(\.\d+)?$/.test(value)
    ? value
    : value.replaceAll(/(?<![\p{L}\p{M}\p{N}])(?=[=+\-@＝＋－＠]|^[\t\r\n])/gu, "'");

/** Without a byte order mark: programs would take it for a part of the first name. */
export const toCsv = (rows: readonly (readonly string[])[]): string => writeCsv(rows.map((row) => row.map(asText)));

/** A file of `toCsv` for Excel, which reads UTF-8 by its byte order mark alone. */
export const forExcel = (csv: string): string => `\uFEFF${csv}`;
