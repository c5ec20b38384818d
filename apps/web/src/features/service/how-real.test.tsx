import { LANGUAGES } from '@khara/contract';
import { textsFor } from '@khara/texts';
import { expect, it } from 'vitest';
import { storeLanguage } from '#lib/language.ts';
import { show } from '../../../test/show.tsx';
import PAPER from '../../../../../docs/market.md?raw';
import HowReal, { REAL_DAYS, REAL_FACTS } from './how-real.tsx';

const ROWS = PAPER.split('\n').filter((line) => line.startsWith('|'));
const SAYS = { so: 'yes', open: 'no range', differs: '**no**' } as const;

const has = (row: string, figure: string): boolean =>
  new RegExp(`(?<![\\d.,])${RegExp.escape(figure)}(?![\\d]|[.,]\\d)`).test(row);

it.each(LANGUAGES)('says in $name each fact with its figures and its source, and which differ', async ({ tag }) => {
  storeLanguage(tag);
  const screen = await show(<HowReal />);
  const { facts, tags } = textsFor(tag).real;
  for (const { key, here, source } of REAL_FACTS) {
    const card = screen.getByRole('heading', { name: facts[key].title }).element().closest('section');
    for (const figure of here) expect(card?.textContent).toContain(figure.replace('-', '−'));
    if (source !== undefined) expect(card?.textContent).toContain(source);
  }
  expect(document.body.textContent).not.toContain('{{');
  expect(screen.getByText(tags.differs, { exact: true }).elements()).toHaveLength(
    REAL_FACTS.filter(({ is }) => is === 'differs').length,
  );
});

it.each(REAL_FACTS)('$key has the figures, the source and the judgement of docs/market.md', ({ here, source, is }) => {
  // Figures of one source stand in several rows, which say "the same" after the first.
  const about = ROWS.filter((row) =>
    source === undefined ? row.includes('| fund KHARA') : row.includes(source) || row.includes('the same'),
  );
  expect(here.filter((figure) => !about.some((row) => has(row, figure)))).toEqual([]);
  expect(about.some((row) => here.some((figure) => has(row, figure)) && row.endsWith(`| ${SAYS[is]} |`))).toBe(true);
  expect(PAPER).toContain(source ?? '| fund KHARA');
});

it('names each fact that the paper says is outside, and the days it measured', () => {
  const outside = ROWS.filter((row) => row.endsWith('| **no** |'));
  const named = REAL_FACTS.filter(({ is }) => is === 'differs');
  expect(outside.filter((row) => !named.some(({ here }) => here.some((figure) => has(row, figure))))).toEqual([]);
  expect(outside.length).toBeGreaterThanOrEqual(named.length);
  expect(PAPER).toContain(`over ${REAL_DAYS} market days`);
});
