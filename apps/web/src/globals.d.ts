declare const APP_VERSION: string;
/** Hash in the names of the text files (vite.config.ts). */
declare const TEXTS_VERSION: string;

/** The call table without its schemas, made by the build from @khara/contract (vite.config.ts). */
declare module 'virtual:call-table' {
  import type { CallTable } from '#api/call-table.ts';
  const table: CallTable;
  export default table;
}
