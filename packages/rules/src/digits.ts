const DIGIT = /\p{Nd}/u;

/** The value of a digit of any script. Unicode keeps the ten of a script in a row, from zero on. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1;
  return before % 10;
}

/** A text with its digits as 0 to 9, whatever script they were typed in: "९८१२" and "９８１２" are "9812". */
export const plainDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => (digit >= '0' && digit <= '9' ? digit : String(valueOf(digit))));
