/**
 * Words that have no place in the product: places and people of a workshop instead of the thing made there.
 * Spelled in parts, so that this file does not find itself.
 */
const FORBIDDEN: readonly RegExp[] = [
  new RegExp(['/wo', 'rk/'].join(''), 'i'),
  new RegExp(['/tmp/', 'kha', 'ra'].join(''), 'i'),
  new RegExp(['\\biss', 'ue #?\\d+\\b'].join(''), 'i'),
  new RegExp(['\\b(sub-?|ai |coding )ag', 'ents?\\b'].join(''), 'i'),
  new RegExp(['\\b(clau', 'de|anthro', 'pic|chat', 'gpt|co', 'pilot)\\b'].join(''), 'i'),
];

/** The forbidden words in a text. */
export const forbiddenWords = (text: string): string[] => FORBIDDEN.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);
