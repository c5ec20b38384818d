/**
 * Missions of the Learn page: recognised from what orders, offerings and wallet have written of a member.
 * Reads only, and stores nothing. docs/decisions/0030-my-record-missions-and-notes.md has the rules.
 */
export { doneMissions, handlers } from './handlers.ts';
export { remind } from './remind.ts';
