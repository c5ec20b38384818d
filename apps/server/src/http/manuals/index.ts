import { apiManual, consoleManual } from './api.ts';
import { ledgerManual } from './ledger.ts';
import { rightsManual } from './rights.ts';

export type Manual = {
  readonly title: string;
  /** Markdown. */
  readonly print: () => string;
};

/** Manuals by the name that `npm run manual` takes; each is made of the source it describes. */
export const MANUALS: Readonly<Record<string, Manual>> = {
  api: { title: 'the calls of the app, with their fields and refusals', print: apiManual },
  console: { title: 'the calls of the back office', print: consoleManual },
  ledger: { title: 'accounts, kinds of entry, types of record, and the census of columns', print: ledgerManual },
  rights: { title: "the rights of the database's roles", print: rightsManual },
};
