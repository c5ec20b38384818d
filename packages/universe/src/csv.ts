/** Comma-separated text (RFC 4180): fields with a quote, comma or line break are quoted, each line ends with CRLF. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(written).join(',')}\r\n`).join('');

const written = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * Reads comma-separated text with one header line into rows keyed by column (RFC 4180: quotes around a field,
 * doubled inside it, commas and line breaks allowed within). Throws on a malformed line: the files are part
 * of the product, so a bad one is our defect.
 */
export function readCsv(text: string): readonly Row[] {
  const [header, ...lines] = splitRecords(text);
  if (!header) throw new Error('csv: no header line');
  return lines.map((fields, index) => {
    const line = index + 2;
    if (fields.length !== header.length) {
      throw new Error(`csv: line ${line} has ${fields.length} fields, the header ${header.length}`);
    }
    const values = new Map(header.map((column, at) => [column, fields[at] ?? '']));
    return {
      line,
      get: (column) => {
        const value = values.get(column);
        if (value === undefined) throw new Error(`csv: there is no column ${column}`);
        return value;
      },
    };
  });
}

export type Row = {
  /** Number of the record, the header being 1. */
  readonly line: number;
  /** Text of a column; throws when the file has no such column. */
  readonly get: (column: string) => string;
};

function splitRecords(text: string): string[][] {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < source.length) {
    const field = source[at] === '"' ? quotedField(source, at) : plainField(source, at);
    record.push(field.value);
    at = field.end;
    const stop = source[at];
    if (stop === ',') {
      at += 1;
      if (at < source.length) continue;
      record.push(''); // the text ends with a comma: one more, empty, field
    } else if (stop === '\r' && source[at + 1] === '\n') at += 2;
    else if (stop === '\n') at += 1;
    else if (stop !== undefined) throw new Error(`csv: record ${records.length + 1} has text after a closing quote`);
    records.push(record);
    record = [];
  }
  return records;
}

type Field = {
  readonly value: string;
  /** Where the separator after the field stands. */
  readonly end: number;
};

function plainField(source: string, start: number): Field {
  let end = start;
  while (end < source.length && source[end] !== ',' && source[end] !== '\n' && source[end] !== '\r') end += 1;
  const value = source.slice(start, end);
  if (value.includes('"')) throw new Error(`csv: a quote inside the unquoted field ${value}`);
  return { value, end };
}

function quotedField(source: string, start: number): Field {
  let value = '';
  let at = start + 1;
  for (;;) {
    const quote = source.indexOf('"', at);
    if (quote < 0) throw new Error('csv: a quoted field is not closed');
    value += source.slice(at, quote);
    if (source[quote + 1] !== '"') return { value, end: quote + 1 };
    value += '"';
    at = quote + 2;
  }
}
