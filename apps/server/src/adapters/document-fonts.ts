import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Font } from '@react-pdf/renderer';
import type { Language } from '@khara/contract';
import { wholeWords, type ShapingFont } from './devanagari-words.ts';
import { unpackWoff } from './unpack-woff.ts';

const FOLDER = join(import.meta.dirname, '../../data/fonts');
/** Whole fonts, not the slices that browsers load one by one. None is fetched from anywhere. */
const FONTS = {
  latin: 'noto-sans-latin',
  latinExt: 'noto-sans-latin-ext',
  hi: 'noto-sans-devanagari-devanagari',
  'zh-Hans': 'noto-sans-sc-chinese-simplified',
  'zh-Hant': 'noto-sans-tc-chinese-traditional',
} as const;
type Family = keyof typeof FONTS;

/**
 * Each character is taken from the first family that has it; Devanagari has the sign of the rupee. The
 * traditional Chinese font comes without the full-width comma, colon and brackets, which the simplified one
 * has.
 */
export const FAMILIES = {
  en: ['latin', 'latinExt', 'hi'],
  hi: ['hi', 'latin', 'latinExt'],
  'zh-Hans': ['latin', 'zh-Hans', 'latinExt', 'hi'],
  'zh-Hant': ['latin', 'zh-Hant', 'zh-Hans', 'latinExt', 'hi'],
} as const satisfies Readonly<Record<Language, readonly Family[]>>;

const WEIGHTS = [400, 700];

/** The bytes of a font as they are rendered. */
const fontBytes = (family: Family, weight: number): Uint8Array =>
  unpackWoff(readFileSync(join(FOLDER, `${FONTS[family]}-${weight}-normal.woff`)));

/** Fonts are read when a document first needs them: the Chinese ones are some megabytes. */
export async function loadFonts(language: Language): Promise<void> {
  for (const family of FAMILIES[language]) {
    if (Font.getRegisteredFontFamilies().includes(family)) continue;
    const fonts = WEIGHTS.map((fontWeight) => ({
      src: `data:font/ttf;base64,${Buffer.from(fontBytes(family, fontWeight)).toString('base64')}`,
      fontWeight,
    }));
    Font.register({ family, fonts });
    await Promise.all(WEIGHTS.map((fontWeight) => prepare(family, fontWeight)));
  }
}
// Words are not divided: a number that breaks over two lines is misread.
Font.registerHyphenationCallback((word) => [word]);

/** Of Noto Sans, in thousandths: every font takes these, so that the scripts of a row stand on one line. */
const HEIGHTS = { ascent: { value: 1069 }, descent: { value: -293 }, lineGap: { value: 0 } };

async function prepare(family: Family, fontWeight: number): Promise<void> {
  const font = { fontFamily: family, fontWeight };
  await Font.load(font);
  const opened = Font.getFont(font)?.data;
  if (!opened) throw new Error(`the font ${family} cannot be opened`);
  Object.defineProperties(opened, HEIGHTS);
  if (family === 'hi') wholeWords(opened as unknown as ShapingFont); // as fontkit opens one
}
