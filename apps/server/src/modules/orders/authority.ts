import type { Member } from '#src/kernel/member.ts';

/**
 * By what a member asked for something that acts later: the session, or the key of a program, and whether the
 * transaction password was typed for it, was remembered there, or was not asked for. The row that keeps it is in the
 * log, and `npm run verify` holds a remembered password against the record of that.
 */
export const describeAuthority = (
  { sessionId }: Pick<Member, 'sessionId'>,
  by: 'session' | { readonly password: string | undefined },
): string => `${by === 'session' ? by : by.password === undefined ? 'remembered' : 'typed'} ${sessionId}`;
