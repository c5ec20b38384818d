type Glyph = { readonly codePoints: readonly number[] };
type ShapedText = { glyphs: Glyph[] };
/** What is asked of a font: to make glyphs of a text. */
export type ShapingFont = { layout(text: string, ...more: readonly unknown[]): ShapedText };

const SPACE = 0x20;
/** Takes no room, and stands for nothing when text is copied out of the document. */
const NOTHING = 0x200b;

/**
 * Makes a Devanagari font say rightly which characters its glyphs stand for. The shaper loses track of them
 * (a reph has none, a vowel in two parts has one too many), and the layout, which counts them to cut lines,
 * drops or misplaces signs: the last one of "गई" for one. Lines are cut between words only, so it is enough
 * that the glyphs of each word stand for as many characters as it has.
 */
export function wholeWords(font: ShapingFont): void {
  const shape = font.layout.bind(font);
  font.layout = (text, ...more) => {
    const shaped = shape(text, ...more);
    shaped.glyphs = recounted(text, shaped.glyphs);
    return shaped;
  };
}

function recounted(text: string, glyphs: readonly Glyph[]): Glyph[] {
  const words = text.split(' ').map((word) => [...word].length);
  const shaped: Glyph[][] = [[]];
  for (const glyph of glyphs) {
    if (isSpace(glyph)) shaped.push([]);
    else shaped.at(-1)?.push(glyph);
  }
  // What is not made of words and spaces, such as a single glyph that is asked for, stays as it is.
  if (shaped.length !== words.length) return [...glyphs];
  const spaces = glyphs.filter(isSpace);
  return shaped.flatMap((word, place) => {
    const counted = shares(words[place] ?? 0, word.length).map((count, index) => standingFor(word[index]!, count));
    const space = spaces[place];
    return space ? [...counted, space] : counted;
  });
}

const isSpace = ({ codePoints }: Glyph): boolean => codePoints[0] === SPACE;

/**
 * How many of `characters` each glyph stands for: one each, and the last glyph takes the rest. Where there are more
 * glyphs than characters the last ones take none.
 */
const shares = (characters: number, glyphs: number): number[] =>
  Array.from({ length: glyphs }, (_, index) =>
    index === glyphs - 1 ? Math.max(0, characters - glyphs + 1) : Number(index < characters),
  );

/**
 * The same glyph with another number of characters, its own as far as they go. The shaper's glyphs are shared between
 * texts, so they are not changed.
 */
const standingFor = (glyph: Glyph, count: number): Glyph =>
  Object.create(glyph, {
    codePoints: { value: Array.from({ length: count }, (_, index) => glyph.codePoints[index] ?? NOTHING) },
  }) as Glyph;
