import { saveFile } from '#lib/save-file.ts';
import type { Screened, ScreenedShare } from './figures.ts';

const FIELDS = [
  'code',
  'name',
  'sector',
  'price',
  'changePercent',
  'pe',
  'pb',
  'size',
  'yearGrowth',
  'returnOnEquity',
  'debtToEquity',
  'dividendYield',
  'payout',
  'band',
  'stage',
] as const;

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A figure, or the word that stands in its place. */
const cell = ({ words, ...share }: ScreenedShare, field: (typeof FIELDS)[number]): string =>
  (field in words ? words[field as keyof typeof words] : share[field]) ?? '';

/** What is shown as text of figures (RFC 4180), with the same words; empty is unknown. */
export const screenCsv = (rows: readonly Screened[]): string =>
  [FIELDS.join(','), ...rows.map(({ share }) => FIELDS.map((field) => quoted(cell(share, field))).join(','))]
    .map((line) => `${line}\r\n`)
    .join('');

export const saveCsv = (rows: readonly Screened[]): void =>
  saveFile(new Blob([screenCsv(rows)], { type: 'text/csv' }), 'screen.csv');
