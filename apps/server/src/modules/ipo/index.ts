/** The primary market: issues with their lottery, placements, blocks. docs/offerings.md. */
export { handlers } from './handlers.ts';
