import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Contrast of the tokens, measured in both themes (design, accessibility). Text needs 4.5:1, graphics and borders of controls 3:1. */

const source = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');

function tokensOf(theme: 'white' | 'darkblue'): ReadonlyMap<string, string> {
  const tokens = new Map<string, string>();
  for (const [, selector = '', body = ''] of source.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (selector.includes('@media') || selector.includes(':lang')) continue;
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

describe.each(['white', 'darkblue'] as const)('in %s', (theme) => {
  const tokens = tokensOf(theme);
  it.each(TEXT)('%s on %s can be read', (ink, ground) => {
    expect(contrast(colour(tokens, ink), colour(tokens, ground))).toBeGreaterThanOrEqual(4.5);
  });
  it.each(GRAPHICS)('%s on %s can be seen', (ink, ground) => {
    expect(contrast(colour(tokens, ink), colour(tokens, ground))).toBeGreaterThanOrEqual(3);
  });
});

it('the tab pair is the specified one', () => {
  const tokens = tokensOf('white');
  expect([tokens.get('--tab'), tokens.get('--tab-on'), tokens.get('--h-tabbar')]).toEqual([
    '#234056',
    '#1ca4ff',
    '60px',
  ]);
});
