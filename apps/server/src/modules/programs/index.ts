/** Keys by which a member's own programs act for them: docs/decisions/0029-door-for-programs.md. */
export { PROGRAM_KEYS, PROGRAM_LOGINS, endKeys, tidyKeys } from './key-store.ts';
export { createKnownPrograms, findOver } from './known-programs.ts';
export { createProgramHandlers } from './keys.ts';
export { listAssistants, listPrograms, liveAssistant } from './grants.ts';
export { findPostbacks, postbackNow } from './postbacks.ts';
export { logIn, logOut, type Login } from './logins.ts';
export { answerTo, sealConsent } from './consents.ts';
export { exchangeCode, refreshGrant, revokeToken, type GrantTokens } from './grants.ts';
