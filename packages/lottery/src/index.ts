/**
 * The primary market: who gets how many shares of an issue, by draw or in proportion, and how to run
 * a draw again. Pure, so that the browser verifies with the code that the server drew with. The sources cited
 * by key are listed in docs/sources.md.
 */
export * from './allotment.ts';
export * from './beacon.ts';
export * from './draw.ts';
export { allotmentDigest, listRoot, sortedList, whoHash, type Application, type Progress } from './draw-list.ts';
export { below, DrawWords, type Words } from './draw-words.ts';
export * from './ipo.ts';
export * from './log-records.ts';
export * from './placements.ts';
export * from './pro-rata.ts';
export * from './read-proof.ts';
export * from './verify.ts';
