/** Comma-separated values (RFC 4180) that no spreadsheet takes for a formula. */

/**
 * A plain number may begin with a minus; any other text that a spreadsheet would compute gets an apostrophe before it.
 */
const asText = (value: string): string =>
  /^[=+\-@\t\r\n]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value) ? `'${value}` : value;

const cell = (value: string): string => {
  const text = asText(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** The byte order mark tells spreadsheets that this is UTF-8. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
