/** Rules of the Indian cash market as data and pure functions. The sources cited by key are listed in docs/sources.md. */
export * from './identifiers.ts';
