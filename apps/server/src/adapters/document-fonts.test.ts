import { LANGUAGES } from '@khara/contract';
import { textsFor } from '@khara/texts';
import { Font } from '@react-pdf/renderer';
import { expect, it } from 'vitest';
import { FAMILIES, loadFonts } from './document-fonts.ts';

/** What a font that was opened is asked for here. */
type OpenedFont = {
  hasGlyphForCodePoint(codePoint: number): boolean;
  layout(text: string): { readonly glyphs: readonly { readonly codePoints: readonly number[] }[] };
};
const opened = (fontFamily: string, fontWeight: number): OpenedFont =>
  Font.getFont({ fontFamily, fontWeight })?.data as unknown as OpenedFont; // fontkit's

const textsIn = (texts: unknown): readonly string[] =>
  typeof texts === 'string' ? [texts] : Object.values(texts as object).flatMap(textsIn);

it.each(LANGUAGES.map(({ tag }) => tag))(
  'the fonts for %s have every character that a document writes',
  async (language) => {
    await loadFonts(language);
    const { papers, bill, remarks } = textsFor(language);
    const characters = new Set(textsIn([papers, bill, remarks]).join(''));
    const missing = [...characters].filter(
      (character) =>
        !FAMILIES[language].some((family) => opened(family, 700).hasGlyphForCodePoint(character.codePointAt(0)!)),
    );
    expect(missing).toEqual([]);
  },
);

it.each(['गई', 'प्रविष्टि का रिवर्सल', 'ऐप में रिचार्ज वापस लिया गया', 'शुल्क बाज़ार तिथि'])(
  'the glyphs of "%s" stand for as many characters as it has, so that none is lost at the end of a line',
  async (text) => {
    await loadFonts('hi');
    const { glyphs } = opened('hi', 400).layout(text);
    expect(glyphs.reduce((sum, { codePoints }) => sum + codePoints.length, 0)).toBe([...text].length);
    // A line is cut before a word: what begins one stands for something.
    const afterSpace = glyphs.filter((_, index) => glyphs[index - 1]?.codePoints[0] === 0x20);
    expect([glyphs[0], ...afterSpace].every((glyph) => glyph!.codePoints.length > 0)).toBe(true);
  },
);
