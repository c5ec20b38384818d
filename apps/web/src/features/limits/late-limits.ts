/** What of limits comes to a ticket after it has opened: one file. */
export { DraftNote } from './draft-note.tsx';
export { PauseNote } from './pause-note.tsx';
export { StopEnded } from './stop-ended.tsx';
export { Stopped } from './stopped.tsx';
export { StopWords } from './stop-words.tsx';
