import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const sheets = globSync('**/*.css', { cwd: root })
  .filter((file) => !file.endsWith('tokens.css'))
  .map((file) => ({ file, css: readFileSync(root + file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '') }));
const lines = (wrong: RegExp) =>
  sheets.flatMap(({ file, css }) =>
    css.split('\n').flatMap((line) => (wrong.test(line) ? [`${file}: ${line.trim()}`] : [])),
  );

it('there are styles to check', () => {
  expect(sheets.length).toBeGreaterThan(15);
});

/** The fake app of the lesson is drawn in colours of its own, so that it passes for no page of this app. */
const DRAWING = 'features/fake-app/drawing.module.css';

it('colours are written only as tokens, but in the drawing of the lesson', () => {
  const own = lines(/:[^;]*(#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\()/i);
  expect(own.filter((line) => !line.startsWith(DRAWING))).toEqual([]);
});

it('the drawing of the lesson takes nothing from the tokens', () => {
  const drawing = sheets.find(({ file }) => file === DRAWING);
  expect(drawing?.css).toContain('.across');
  expect(drawing?.css).not.toContain('var(--');
});

it('sizes of text are written only as tokens, or in rem or em', () => {
  expect(lines(/font-size:(?!\s*(var\(|inherit|[\d.]+r?em))/)).toEqual([]);
});

it('durations of transitions are written only as tokens', () => {
  expect(lines(/transition[^:]*:[^;]*\b[1-9]\d*m?s\b/)).toEqual([]);
});
