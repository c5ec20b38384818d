const splitSentences = (text: string): string[] =>
  splitParagraphs(text).flatMap((paragraph) => paragraph.split(/(?<=[.!?])(?:["”)*]*)\s+/));

/** Sentences of prose whose subject is a clause: "What is blocked is free again." Questions are left out. */
export const clauseSubjects = (text: string): string[] =>
  splitSentences(text).filter((sentence) => /^(?:[-*] |\d+\. |\**)*(?:What|Who|Whatever)\b[^?]*$/.test(sentence));

/**
 * Paragraphs and items of lists, each in one line, a link as its words and a span of code as one word.
 * Headings, tables and fences are left out.
 */
function splitParagraphs(text: string): string[] {
  const prose = text.replaceAll(/^ *```[^]*?^ *```$/gm, '').replaceAll(/^[|#<!].*$/gm, '');
  return prose
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
    .map((paragraph) =>
      paragraph
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replaceAll(/`[^`]*`/g, 'code')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((paragraph) => paragraph !== '');
}
