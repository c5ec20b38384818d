/**
 * Every text of the product, in four languages. English is TypeScript, `as const`: its keys and places are
 * types. The others are translators' files, `locales/<language>.json`; a missing key does not compile. The
 * server takes its messages from here (`refusals` has one text per reason); the browser loads a namespace of
 * a language by itself.
 */
import hi from '../locales/hi.json' with { type: 'json' };
import zhHans from '../locales/zh-Hans.json' with { type: 'json' };
import zhHant from '../locales/zh-Hant.json' with { type: 'json' };
import * as en from './en/index.ts';
import type { TextLanguage } from './language.ts';
import type { Shape, Texts } from './shape.ts';

export { countIn, dateIn, decimalIn, momentIn, tradedIn } from './figures.ts';
export { fill } from './fill.ts';
export type { TextLanguage } from './language.ts';
export type { Namespace, Shape, Texts } from './shape.ts';

const texts = { en, hi, 'zh-Hant': zhHant, 'zh-Hans': zhHans } as const satisfies Record<TextLanguage, Shape<Texts>>;

/** All texts of a language. */
export const textsFor = (language: TextLanguage): Shape<Texts> => texts[language];
