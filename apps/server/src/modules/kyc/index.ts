/** Identity checks: what is handed in, who decides it, and how long its pictures are kept. */
export { handlers } from './handlers.ts';
export { decideIdentity, reviewIdentities } from './review.ts';
export { IDENTITY_CHECKS, lockOne as lockApplication } from './store.ts';
