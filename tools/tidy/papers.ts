/** Words of which a sentence names no subject. WRITING.md has what to write instead. */
const POOR_WORDS = /\b(whoever|whomever|nobody|somebody|told|how-manieth)\b/gi;

/** The words of a text that WRITING.md avoids. Code in backticks and fences is left out. */
export const poorWords = (text: string): string[] =>
  text
    .replaceAll(/^```[^]*?^```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, '')
    .match(POOR_WORDS) ?? [];

/** The comments of a source: TypeScript, CSS and SQL. A mark inside a string may count as one, which a rule of words survives. */
export const commentsOf = (text: string): string =>
  [...text.matchAll(/\/\*[^]*?\*\/|(?<![:'"`])\/\/[^\n]*|(?<=^|\s)-- [^\n]*/gm)].map(([comment]) => comment).join('\n');

/** Columns of a line of prose. */
export const PAPER_COLUMNS = 100;

/** Lines of a document that are too long, by number. Tables, fences, headings and the addresses of links may be longer. */
export function longLines(text: string): number[] {
  let inFence = false;
  return text.split('\n').flatMap((line, at) => {
    if (/^\s*```/.test(line)) {
      inFence = !inFence;
      return [];
    }
    if (inFence || /^\s*[|#]/.test(line)) return [];
    return [...line.replaceAll(/\]\([^)]*\)/g, ']')].length > PAPER_COLUMNS ? [at + 1] : [];
  });
}

/** Files of source that a document names in backticks: "place-order.ts", "api/last-seen.ts". */
export const namedFiles = (text: string): string[] =>
  [...text.replaceAll(/^```[^]*?^```$/gm, '').matchAll(/`([\w@-][\w.@/-]*\.(?:tsx?|sql|css|csv|json))`/g)].map(
    ([, name = '']) => name,
  );
