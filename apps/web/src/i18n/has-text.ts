import { currentLanguage } from '#lib/language.ts';
import { findText } from './bundles.ts';

/** Whether there is a text under a key that came from the server. */
export const hasText = (key: string): boolean => findText(currentLanguage(), 'common', key) !== undefined;
