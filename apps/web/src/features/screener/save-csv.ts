import { saveFile } from '#lib/save-file.ts';
import type { Screened } from './figures.ts';

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

/** What is shown as a file of figures (RFC 4180); empty is unknown. */
export function saveCsv(rows: readonly Screened[]): void {
  const lines = [
    FIELDS.join(','),
    ...rows.map(({ share }) => FIELDS.map((field) => quoted(share[field] ?? '')).join(',')),
  ];
  saveFile(new Blob([`${lines.join('\r\n')}\r\n`], { type: 'text/csv' }), 'screen.csv');
}
