/** Documents to take away: statement, contract note and tax report, each with the label of the practice market. */
export { createDocumentHandlers } from './handlers.ts';
export { writeDayPapers } from './day-papers/write-day-papers.ts';
export { notifyOfNotes } from './notify-of-notes.ts';
