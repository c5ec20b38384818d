/** Keys of docs/sources.md that a text cites: "docs/sources.md N1, N3" and the `source: 'F4'` of a table. */
export function citedKeys(text: string): string[] {
  const prose = [...text.matchAll(/docs\/sources\.md ((?:[A-Z]\d+)(?:(?:,| to| and)?\s+(?:\* )?[A-Z]\d+)*)/g)];
  const tables = [...text.matchAll(/source: '([A-Z]\d+)'/g)];
  return [...prose, ...tables].flatMap(([, keys = '']) => [...keys.matchAll(/[A-Z]\d+/g)].map(([key]) => key));
}

/** Words that refer to a part of a document that the repository does not have. */
export const foreignReferences = (text: string): string[] =>
  text.match(
    /\b(?:specification|decisions|design)\b[\s*]{0,4}[,(]?[\s*]{0,4}sections? \d|\bintegrity (?:[A-Z]\b|rules)|\bdesign of (?:draws|the interface)/gi,
  ) ?? [];

/** Keys that docs/sources.csv explains: its first column. */
export const explainedKeys = (sources: string): ReadonlySet<string> =>
  new Set([...sources.matchAll(/^([A-Z]\d+),/gm)].map(([, key = '']) => key));
