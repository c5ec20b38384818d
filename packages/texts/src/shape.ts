import type * as en from './en/index.ts';

/** Every text of English: where keys and places come from. */
export type Texts = typeof en;
export type Namespace = keyof Texts;

/** The keys of a tree of texts with any text in them: what a translation has to satisfy. */
export type Shape<T> = { readonly [K in keyof T]: T[K] extends string ? string : Shape<T[K]> };
