/* A list of names as schools have it: what a spreadsheet saved, or one name a line. */

/** A list of sixty names is far smaller: what is larger is no list. */
const MAX_BYTES = 1_000_000;
/** What no text has: controls other than tabs and line ends. */
// oxlint-disable-next-line no-control-regex -- these are what it looks for
const CONTROL = /[\u0000-\u0008\u000E-\u001F]/;

/**
 * A file as text: UTF-16 by its mark, else UTF-8, else Windows-1252, in which Excel saves where it is not asked.
 * Undefined for what is no text, like a workbook.
 */
export async function readText(file: Blob): Promise<string | undefined> {
  if (file.size > MAX_BYTES) return undefined;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = decode(bytes);
  return CONTROL.test(text) || text.startsWith('%PDF') ? undefined : text;
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

type Cell = { readonly text: string; readonly end: string };

/** A cell in quotes, which may hold line ends, or one without; then what ends it. */
const CELL = /[^\S\n\t]*"((?:[^"]|"")*)"[^\S\n\t]*([,;\t\n]|$)|([^,;\t\n]*)([,;\t\n]|$)/y;

function readRows(csv: string): readonly (readonly Cell[])[] {
  const text = csv.replaceAll(/\r\n?/g, '\n');
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  CELL.lastIndex = 0;
  while (CELL.lastIndex < text.length) {
    const [, quoted, quotedEnd, plain = '', plainEnd = ''] = CELL.exec(text)!; // its second half matches anything
    const end = quotedEnd ?? plainEnd;
    row.push({ text: quoted?.replaceAll('""', '"') ?? plain, end });
    if (end !== '\n' && CELL.lastIndex < text.length) continue;
    rows.push(row);
    row = [];
  }
  return rows.filter((one) => one.some((cell) => cell.text.trim() !== ''));
}

/** Without line ends, and without marks that would turn what stands beside it. */
const oneLine = (text: string): string =>
  text
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** "Name", "Student name", "Name of the pupil": what a column of names is headed by. */
const HEAD = /(^|[^\p{L}])names?($|[^\p{L}])|^(students?|pupils?)$|(^|\s)नाम($|\s)|姓名|名字/iu;
const hasDigit = (text: string): boolean => /\p{Nd}/u.test(text);

/**
 * Which commas divide a row. Without a head of several columns "Nair, Anjali" is one name; a digit tells "Aarav, 2B"
 * from it.
 */
function joinNames(row: readonly Cell[]): readonly string[] {
  const cells: string[] = [];
  let isOpen = false;
  for (const { text, end } of row) {
    if (isOpen && /^\s+\S/.test(text) && !hasDigit(text)) cells.push(`${cells.pop()!},${text}`);
    else cells.push(text);
    isOpen = end === ',';
  }
  return cells.map(oneLine);
}

/** Names below their head. More cells than heads are commas of names, where names are the last column. */
function namesBelow(rows: readonly (readonly Cell[])[], column: number, isLast: boolean): readonly string[] {
  return rows.map((row) => {
    const cells = row.slice(column, isLast ? undefined : column + 1);
    return oneLine(
      cells.map(({ text, end }, at) => text + (end === ',' && at < cells.length - 1 ? ', ' : '')).join(''),
    );
  });
}

const isNumbers = (rows: readonly (readonly string[])[], column: number): boolean =>
  rows.some((row) => row[column]) && rows.every((row) => !row[column] || hasDigit(row[column]));

/** Names of the first column that does not hold numbers. A head of numbers, which is none, is no name. */
function namesBesideNumbers(rows: readonly (readonly string[])[]): readonly string[] {
  const columns = [...(rows.toSorted((a, b) => b.length - a.length)[0] ?? [])].map((_, column) => column);
  const [head, ...below] = rows;
  const hasHead = columns.some((column) => head?.[column] && !hasDigit(head[column]) && isNumbers(below, column));
  const body = hasHead ? below : rows;
  const named = columns.find((column) => !isNumbers(body, column) && body.some((row) => row[column]));
  return body.map((row) => row[named ?? 0] ?? '');
}

/** Names by seat: of the column that its head calls so, else of the first one that does not hold numbers. */
export function readNames(csv: string): readonly string[] {
  const rows = readRows(csv);
  const head = rows[0]?.map(({ text }) => oneLine(text)) ?? [];
  const named = head.findIndex((cell) => HEAD.test(cell) && !hasDigit(cell));
  const names =
    named < 0 ? namesBesideNumbers(rows.map(joinNames)) : namesBelow(rows.slice(1), named, named === head.length - 1);
  return names.filter((name) => name !== '');
}

/** What a slip calls its holder: "Anjali" of "Anjali Nair" and of "Nair, Anjali". */
export const givenName = (name: string): string => (name.split(/,\s*/)[1] || name).split(' ')[0]!;
