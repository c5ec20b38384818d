/**
 * Objects and arrays within each other that a request may hold. No call has more than four; walking thousands
 * would take the stack.
 */
const DEEPEST = 32;

/** A body that nests deeper: at fault like one that is no JSON. */
export class TooDeep extends Error {
  readonly code = 'TOO_DEEP';
  readonly statusCode = 400;
}

/**
 * Whether a JSON text nests deeper than is read here. Looked at before it is parsed, since whatever walks the
 * value afterwards does so by calling itself. Brackets inside texts do not count.
 */
export function nestsTooDeep(json: string): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const letter = json.charCodeAt(at);
    if (letter === QUOTE) {
      at = endOfText(json, at);
    } else if (letter === BRACKET || letter === BRACE) {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (letter === BRACKET_END || letter === BRACE_END) depth -= 1;
  }
  return false;
}

const [QUOTE, BACKSLASH, BRACKET, BRACKET_END, BRACE, BRACE_END] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/** Where the text that begins at a quotation mark ends; the end of all of it when it does not. */
function endOfText(json: string, from: number): number {
  let at = from + 1;
  while (at < json.length && json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}
