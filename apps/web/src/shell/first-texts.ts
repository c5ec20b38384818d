import type { TextNamespace } from '#i18n/index.ts';

/**
 * Home's texts, which most visits need first: index.html names them too (first-page.ts), so that they come
 * beside the code and not after it.
 */
export const HOME_TEXTS = ['home', 'market'] as const satisfies readonly TextNamespace[];
