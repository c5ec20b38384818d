/** A part of a flag, in a field of 30 × 20: rectangles, discs and paths over each other. */
export type Shape =
  | {
      readonly kind: 'rect';
      readonly x: number;
      readonly y: number;
      readonly w: number;
      readonly h: number;
      readonly fill: string;
    }
  | { readonly kind: 'disc'; readonly x: number; readonly y: number; readonly r: number; readonly fill: string }
  | { readonly kind: 'ring'; readonly x: number; readonly y: number; readonly r: number; readonly stroke: string }
  | {
      readonly kind: 'path';
      readonly d: string;
      readonly fill?: string;
      readonly stroke?: string;
      readonly width?: number;
    };

const WIDTH = 30;
const HEIGHT = 20;

/** Stripes from top to bottom. */
const across = (...fills: readonly string[]): readonly Shape[] =>
  fills.map((fill, index) => ({
    kind: 'rect',
    x: 0,
    y: (index * HEIGHT) / fills.length,
    w: WIDTH,
    h: HEIGHT / fills.length,
    fill,
  }));
/** Stripes from left to right. */
const upright = (...fills: readonly string[]): readonly Shape[] =>
  fills.map((fill, index) => ({
    kind: 'rect',
    x: (index * WIDTH) / fills.length,
    y: 0,
    w: WIDTH / fills.length,
    h: HEIGHT,
    fill,
  }));
const disc = (x: number, y: number, r: number, fill: string): Shape => ({ kind: 'disc', x, y, r, fill });
const rect = (x: number, y: number, w: number, h: number, fill: string): Shape => ({ kind: 'rect', x, y, w, h, fill });
const line = (d: string, stroke: string, width: number): Shape => ({ kind: 'path', d, stroke, width });

const US_STRIPES = across(...Array.from({ length: 13 }, (_, index) => (index % 2 === 0 ? '#b22234' : '#ffffff')));
const DIAGONALS = 'M0 0 30 20M30 0 0 20';
const CROSS = 'M15 0V20M0 10H30';

/**
 * Flags drawn plainly, by country: stripes, discs and crosses, without coats of arms. A country that is not
 * here is shown by its two letters.
 */
export const FLAGS: Readonly<Record<string, readonly Shape[]>> = {
  IN: [...across('#ff9933', '#ffffff', '#138808'), { kind: 'ring', x: 15, y: 10, r: 2.4, stroke: '#000080' }],
  US: [
    ...US_STRIPES,
    rect(0, 0, 12, (HEIGHT * 7) / 13, '#3c3b6e'),
    ...[2, 5, 8].flatMap((y) => [2.4, 6, 9.6].map((x) => disc(x, y, 0.7, '#ffffff'))),
  ],
  JP: [...across('#ffffff'), disc(15, 10, 6, '#bc002d')],
  SG: [
    ...across('#ef3340', '#ffffff'),
    disc(7, 5, 3.6, '#ffffff'),
    disc(8.6, 5, 3.2, '#ef3340'),
    disc(10.4, 5, 0.9, '#ffffff'),
  ],
  GB: [
    ...across('#012169'),
    line(DIAGONALS, '#ffffff', 4),
    line(DIAGONALS, '#c8102e', 1.6),
    line(CROSS, '#ffffff', 6.6),
    line(CROSS, '#c8102e', 4),
  ],
  BR: [
    ...across('#009c3b'),
    { kind: 'path', d: 'M15 2 27 10 15 18 3 10z', fill: '#ffdf00' },
    disc(15, 10, 4, '#002776'),
  ],
  DE: across('#000000', '#dd0000', '#ffce00'),
  FR: upright('#0055a4', '#ffffff', '#ef4135'),
  IT: upright('#009246', '#ffffff', '#ce2b37'),
  ID: across('#ce1126', '#ffffff'),
  NL: across('#ae1c28', '#ffffff', '#21468b'),
  CH: [...across('#da291c'), rect(12.5, 4, 5, 12, '#ffffff'), rect(9, 7.5, 12, 5, '#ffffff')],
  AE: [...across('#00732f', '#ffffff', '#000000'), rect(0, 0, 8, HEIGHT, '#ff0000')],
  BD: [...across('#006a4e'), disc(13.5, 10, 5.4, '#f42a41')],
  TH: [...across('#a51931', '#f4f5f8', '#2d2a4a', '#2d2a4a', '#f4f5f8', '#a51931')],
};

const FIRST_INDICATOR = 0x1_f1_e6;
const FIRST_LETTER = 65;

/**
 * The country of a flag as it travels: two regional indicators (Unicode TR 51), which not every system draws.
 * Undefined for none.
 */
export function flagCountry(flag: string): string | undefined {
  const letters = Array.from(flag, (sign) => (sign.codePointAt(0) ?? 0) - FIRST_INDICATOR + FIRST_LETTER);
  const country = String.fromCodePoint(
    ...letters.filter((letter) => letter >= FIRST_LETTER && letter < FIRST_LETTER + 26),
  );
  return country.length === 2 ? country : undefined;
}
