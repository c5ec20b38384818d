import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { REAL_FACTS } from './real-facts.ts';

const PAPER = readFileSync(new URL('../../../../../docs/market.md', import.meta.url), 'utf8');
const ROWS = PAPER.split('\n').filter((line) => line.startsWith('|'));
const SAYS = { so: 'yes', open: 'no range', differs: '**no**' } as const;

const has = (row: string, figure: string): boolean =>
  new RegExp(`(?<![\\d.,])${RegExp.escape(figure)}(?![\\d]|[.,]\\d)`).test(row);

it.each(REAL_FACTS)('$key has the figures, the source and the judgement of docs/market.md', ({ here, source, is }) => {
  // Figures of one source stand in several rows, which say "the same" after the first.
  const about = ROWS.filter((row) =>
    source === undefined ? row.includes('KHARABROAD') : row.includes(source) || row.includes('the same'),
  );
  expect(here.filter((figure) => !about.some((row) => has(row, figure)))).toEqual([]);
  expect(about.some((row) => here.some((figure) => has(row, figure)) && row.endsWith(`| ${SAYS[is]} |`))).toBe(true);
  expect(PAPER).toContain(source ?? 'KHARABROAD');
});

it('names each fact that the paper says is outside', () => {
  expect(ROWS.filter((row) => row.endsWith('| **no** |'))).toHaveLength(
    REAL_FACTS.filter(({ is }) => is === 'differs').length,
  );
});
