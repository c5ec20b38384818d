/** What no reader sees: joiners, marks of direction (UAX 9), blanks of no width, variation selectors (UAX 44). */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * A text as its reader sees it, for what identifies by its letters: an identifier that was typed or pasted, and a
 * password (docs/sources.md W2). Two ways to write one sign are one (NFKC); what cannot be seen is not there. Blanks at
 * the ends stay.
 */
export const plainText = (text: string): string =>
  text.replace(UNSEEN, '').normalize('NFKC').replace(UNSEEN, '').normalize('NFKC');

const DIGIT = /\p{Nd}/u;

/** The value of a digit of any script. Unicode keeps the ten of a script in a row, from zero on. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1;
  return before % 10;
}

/** Plain text with its digits as 0 to 9, whatever script they were typed in: "९८१२" and "９８１２" are "9812". */
export const plainDigits = (text: string): string =>
  plainText(text).replace(/\p{Nd}/gu, (digit) => (digit >= '0' && digit <= '9' ? digit : String(digitValue(digit))));

/** A number as it is typed, with the points of other keyboards: "१३००.५०" and "１３００。５０" are "1300.50". */
export const plainDecimal = (text: string): string => plainDigits(text).replace(/[。٫]/g, '.');

/** A text as it is looked for: digits of any script, blanks of any width and letters of any size are alike. */
export const toSearchText = (text: string): string => plainDigits(text).trim().replaceAll(/\s+/g, ' ').toLowerCase();
