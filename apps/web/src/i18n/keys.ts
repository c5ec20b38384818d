import type { Texts } from '@khara/texts';

/**
 * Which keys there are and which places their texts have, read off the English texts: a wrong key or a
 * forgotten place does not compile.
 */

export type TextNamespace = keyof Texts;

type Singular<K extends string> = K extends `${infer Base}_${'one' | 'other'}` ? Base : K;
type KeysIn<T, Above extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Above}${Singular<K>}` : KeysIn<T[K], `${Above}${K}.`>;
}[keyof T & string];

/**
 * Keys of the first namespace by themselves, those of any with its name before: `close`, `common:close`,
 * `practice.title`.
 */
export type KeyOf<N extends TextNamespace, First extends TextNamespace> =
  | KeysIn<Texts[First]>
  | { [M in N]: `${M}:${KeysIn<Texts[M]>}` }[N];

type TextIn<T, K extends string> = K extends keyof T
  ? T[K]
  : `${K}_other` extends keyof T
    ? T[`${K}_other`]
    : K extends `${infer Head}.${infer Rest}`
      ? Head extends keyof T
        ? TextIn<T[Head], Rest>
        : never
      : never;
type TextOf<First extends TextNamespace, K extends string> = K extends `${infer M}:${infer Rest}`
  ? M extends TextNamespace
    ? TextIn<Texts[M], Rest>
    : never
  : TextIn<Texts[First], K>;

type NameOf<Place extends string> = Place extends `${infer Name}|${string}` ? Name : Place;
type Places<Text> = Text extends `${string}{{${infer Place}}}${infer Rest}` ? NameOf<Place> | Places<Rest> : never;

/** What a text has to be given: its places, more does no harm. */
export type ParamsOf<First extends TextNamespace, K extends string> = [Places<TextOf<First, K>>] extends [never]
  ? [params?: object]
  : [params: Readonly<Record<Places<TextOf<First, K>>, string | number>> & { readonly count?: number }];

export type Translate<N extends TextNamespace, First extends TextNamespace = N> = <K extends KeyOf<N, First>>(
  key: K,
  ...params: ParamsOf<First, K>
) => string;
