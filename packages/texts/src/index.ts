/**
 * Every text of the product, in four languages. English is written `as const` and gives the shape; the others satisfy it, so a missing key does not
 * compile. The server takes its messages from here (`refusals` has one text per reason); the browser loads `src/<language>/<namespace>.ts` by itself.
 */
import { en, type Texts } from './en/index.ts';
import { hi } from './hi/index.ts';
import type { Shape } from './shape.ts';
import { zhHans } from './zh-hans/index.ts';
import { zhHant } from './zh-hant/index.ts';

export { countIn, dateIn, decimalIn, momentIn, tradedIn } from './figures.ts';
export type { Namespace, Texts } from './en/index.ts';
export { fill } from './fill.ts';
export type { Shape } from './shape.ts';

/** BCP 47 tags. On the wire Hindi is called `yd`; that name ends in the contract. */
export type TextLanguage = 'en' | 'hi' | 'zh-Hant' | 'zh-Hans';

const texts = { en, hi, 'zh-Hant': zhHant, 'zh-Hans': zhHans } as const satisfies Record<TextLanguage, Shape<Texts>>;

/** All texts of a language. */
export const textsFor = (language: TextLanguage): Shape<Texts> => texts[language];
