import type { TextNamespace } from '#i18n/index.ts';

/*
 * Texts of the two pages with which most visits begin: index.html names them too (first-page.ts), so that they come
 * beside the code and not after it.
 */

export const HOME_TEXTS = ['home', 'market'] as const satisfies readonly TextNamespace[];
export const SHARE_TEXTS = [
  'stock',
  'market',
  'session',
  'watching',
  'chart',
] as const satisfies readonly TextNamespace[];
