import { writeCsv } from '@khara/universe';

/** Comma-separated values (RFC 4180) that no spreadsheet takes for a formula. */

/**
 * A plain number may begin with a minus; any other text that a spreadsheet would compute gets an apostrophe before it.
 */
const asText = (value: string): string =>
  /^[=+\-@\t\r\n]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value) ? `'${value}` : value;

/** The byte order mark tells spreadsheets that this is UTF-8. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${writeCsv(rows.map((row) => row.map(asText)))}`;
