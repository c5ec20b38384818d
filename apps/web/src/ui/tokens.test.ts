import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/**
 * Contrast of the tokens, measured in both themes (design, accessibility). Text needs 4.5:1, graphics and
 * borders of controls 3:1.
 */

/** Without what only some readers get: more contrast, less motion. */
const source = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
  .replace(/\/\*[\s\S]*?\*\//g, '')
  .replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');

function tokensOf(theme: 'white' | 'darkblue'): ReadonlyMap<string, string> {
  const tokens = new Map<string, string>();
  for (const [, selector = '', body = ''] of source.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (selector.includes(':lang')) continue;
    const forTheme = selector.includes(':root') || selector.includes(`[data-theme='${theme}']`);
    if (!forTheme) continue;
    for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+):\s*([^;]+);/g)) tokens.set(name, value.trim());
  }
  return tokens;
}

type Rgb = readonly [number, number, number];

function colour(tokens: ReadonlyMap<string, string>, name: string): Rgb {
  let value = tokens.get(name);
  for (let inside = /^var\((--[\w-]+)\)$/.exec(value ?? ''); inside; inside = /^var\((--[\w-]+)\)$/.exec(value ?? '')) {
    value = tokens.get(inside[1] ?? '');
  }
  const hex = /^#([0-9a-f]{6})$/i.exec(value ?? '')?.[1];
  if (!hex) throw new Error(`${name} is no plain colour: ${value}`);
  const part = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16);
  return [part(0), part(2), part(4)];
}

const luminance = (rgb: Rgb) => {
  const [r, g, b] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number]; // three parts in, three out
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]; // two in, two out
  return (light + 0.05) / (dark + 0.05);
}

const TEXT = [
  ['--ink-1', '--surface'],
  ['--ink-2', '--surface'],
  ['--ink-2', '--bg'],
  ['--ink-2', '--surface-3'],
  ['--ink-3', '--surface'],
  ['--ink-3', '--bg'],
  ['--ink-3', '--surface-2'],
  ['--ink-3', '--surface-3'],
  ['--accent-ink', '--surface'],
  ['--accent-ink', '--accent-soft'],
  ['--up', '--surface'],
  ['--up', '--up-soft'],
  ['--down', '--surface'],
  ['--down', '--down-soft'],
  ['--on-up', '--up-fill'],
  ['--on-down', '--down-fill'],
  ['--on-primary', '--primary'],
  ['--paper-ink', '--paper'],
  ['--warn', '--warn-soft'],
  ['--gold-ink', '--gold-soft'],
  ['--tab-off', '--tabbar-bg'],
  ['--tab-on', '--tab-seal'],
  ['--on-hero', '--hero-1'],
  ['--on-hero-2', '--hero-1'],
  ['--hero-up', '--hero-1'],
  ['--hero-down', '--hero-1'],
  ['--on-white', '--white'],
  ['--surface', '--ink-1'],
  ['--h1-ink', '--h1'],
  ['--h2-ink', '--h2'],
  ['--h3-ink', '--h3'],
  ['--h4-ink', '--h4'],
  ['--ink-1', '--seg-on'],
] as const;
const GRAPHICS = [
  ['--line-control', '--surface'],
  ['--up-line', '--surface'],
  ['--down-line', '--surface'],
  ['--focus', '--surface'],
  ['--focus', '--bg'],
  ['--gold', '--surface'],
  ['--tab-on', '--tab-seal'],
] as const;

/** What the design says that it measured, white / dark blue: a token that changes changes its promise too. */
const MEASURED = [
  ['--ink-1', '--surface', 15.9, 14.7],
  ['--ink-2', '--surface', 7.4, 8.9],
  ['--ink-3', '--surface', 5.4, 6.5],
  ['--ink-3', '--bg', 4.9, 7.2],
  ['--ink-3', '--surface-3', 4.6, 5.0],
  ['--accent-ink', '--surface', 6.0, 8.3],
  ['--up', '--surface', 5.4, 8.1],
  ['--up', '--up-soft', 4.7, 6.6],
  ['--down', '--surface', 5.8, 6.9],
  ['--down', '--down-soft', 5.0, 6.3],
  ['--on-up', '--up-fill', 5.0, 6.8],
  ['--on-down', '--down-fill', 5.4, 6.0],
  ['--on-primary', '--primary', 12.8, 6.3],
  ['--paper-ink', '--paper', 7.1, 9.7],
  ['--warn', '--warn-soft', 5.8, 8.3],
  ['--gold-ink', '--gold-soft', 6.7, 9.4],
  ['--line-control', '--surface', 3.3, 4.0],
  ['--up-line', '--surface', 3.6, 7.1],
  ['--down-line', '--surface', 4.3, 5.5],
  ['--gold', '--surface', 3.1, 7.6],
  ['--focus', '--surface', 6.0, 8.3],
] as const;

describe.each(['white', 'darkblue'] as const)('in %s', (theme) => {
  const tokens = tokensOf(theme);
  it.each(TEXT)('%s on %s can be read', (ink, ground) => {
    expect(contrast(colour(tokens, ink), colour(tokens, ground))).toBeGreaterThanOrEqual(4.5);
  });
  it.each(MEASURED)('%s on %s measures what the design says', (ink, ground, white, darkblue) => {
    const said = theme === 'white' ? white : darkblue;
    expect(Math.abs(contrast(colour(tokens, ink), colour(tokens, ground)) - said)).toBeLessThan(0.1);
  });
  it.each(GRAPHICS)('%s on %s can be seen', (ink, ground) => {
    expect(contrast(colour(tokens, ink), colour(tokens, ground))).toBeGreaterThanOrEqual(3);
  });
});

it('the tab pair reads where it stands: not on white, where it would not, but on the seal', () => {
  const tokens = tokensOf('white');
  expect(contrast(colour(tokens, '--tab-on'), colour(tokens, '--surface'))).toBeLessThan(3);
  expect(contrast(colour(tokens, '--tab-on'), colour(tokens, '--tab-seal'))).toBeGreaterThan(5.7);
});

it('the tab pair is the specified one', () => {
  const tokens = tokensOf('white');
  expect([tokens.get('--tab'), tokens.get('--tab-on'), tokens.get('--h-tabbar')]).toEqual([
    '#234056',
    '#1ca4ff',
    '60px',
  ]);
});

/** The fonts for Chinese that a rule names, in their order. */
const han = (selector: string) =>
  new RegExp(`${selector} \\{[^}]*--font-han:([^;]*);`).exec(source)?.[1]?.match(/'[^']+'/g) ?? [];

it('Chinese of each script is drawn by fonts of its own script first: many letters have two shapes', () => {
  const traditional = / (TC|JhengHei)'$/;
  expect(tokensOf('white').get('--font')).toContain('var(--font-han)');
  expect(han(':root').map((font) => traditional.test(font))).toEqual([false, false, false, false, true, true]);
  expect(han(':lang\\(zh-Hant\\)').map((font) => traditional.test(font))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});
