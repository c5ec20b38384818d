import table from 'virtual:call-table';
import lateTable from 'virtual:late-call-table';

/** Calls of pages that are opened later can be made from here on: those pages alone import this. */
Object.assign(table, lateTable);
