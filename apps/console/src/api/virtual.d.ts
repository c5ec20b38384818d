/** What the build takes from @khara/contract (vite.config.ts). */
declare module 'virtual:contract' {
  import type * as contract from '@khara/contract';
  export const calls: Readonly<
    Record<contract.ConsoleCallName, { readonly path: string; readonly method: 'GET' | 'POST' }>
  >;
  export const ARTICLE_CATEGORIES: typeof contract.ARTICLE_CATEGORIES;
  export const CODES: typeof contract.CODES;
  export const CONSOLE_ACTIONS: typeof contract.CONSOLE_ACTIONS;
  export const LANGUAGES: typeof contract.LANGUAGES;
  export const OFFERING_KINDS: typeof contract.OFFERING_KINDS;
  export const REQUEST_STATES: typeof contract.REQUEST_STATES;
}
