/** The keys of a namespace with any text in them: what a translation has to satisfy. */
export type Shape<T> = { readonly [K in keyof T]: T[K] extends string ? string : Shape<T[K]> };
