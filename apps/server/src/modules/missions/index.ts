/**
 * Missions of the Learn page: recognised from what orders, offerings and wallet have written of a member, or
 * asked of what companies have published. Reads only, and stores nothing.
 * docs/decisions/0030-my-record-missions-and-notes.md has the rules.
 */
export { createMissionHandlers, doneMissions } from './handlers.ts';
export { remind } from './remind.ts';
