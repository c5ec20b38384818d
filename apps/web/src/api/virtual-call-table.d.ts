/** The call table without its schemas, made by the build from @khara/contract (vite.config.ts). */
declare module 'virtual:call-table' {
  import type { CallTable } from './call-table.ts';
  const table: CallTable;
  export default table;
}
/** Those of pages that are opened later. */
declare module 'virtual:late-call-table' {
  import type { CallTable } from './call-table.ts';
  const table: Partial<CallTable>;
  export default table;
}
