/** The call table without its schemas, made by the build from @khara/contract (vite.config.ts). */
declare module 'virtual:call-table' {
  import type { CallTable } from './transport.ts';
  const table: CallTable;
  export default table;
}
