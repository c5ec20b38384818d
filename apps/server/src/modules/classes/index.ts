/**
 * Classes: a teacher's seats, which are practice accounts, their board, and the market's clock where the installation
 * gives it to a class. Knows seats by number, and of what they do only missions that are done. docs/teaching.md has how
 * it is used.
 */
export { restorePause } from './class-clock.ts';
export { tendClasses } from './end-class.ts';
export { handlers } from './handlers.ts';
export { CLASS_ROOMS, CLASS_SEATS } from './store.ts';
