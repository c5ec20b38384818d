/** What of the journal comes when something is written: one file, asked for at the ticket and on an order's page. */
export { keepNote } from './keep-note.ts';
export { NoteCard } from './note-card.tsx';
export { NoteSheet } from './note-sheet.tsx';
export { TicketNote } from './ticket-note.tsx';
