import { SANDBOX_INVITE_CODE } from '#modules/config/index.ts';
import type { Config } from '../../config.ts';
import type { Queryable } from '../../db.ts';
import type { Random } from '../../deps.ts';
import { done, refuse, type Result } from '../../result.ts';
import * as store from './store.ts';

/** Letters and digits that are not taken for each other. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LENGTH = 8;

/** A member's own code. Each letter is a byte's remainder: a code is no secret, so that some letters are a little likelier is no matter. */
export const drawInviteCode = (random: Random): string =>
  Array.from(random.bytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** Who invited, from a code as typed; undefined for nobody in particular. Refuses invite_code_required and invite_code_invalid. */
export async function readInviteCode(
  db: Queryable,
  config: Config,
  typed: string | undefined,
): Promise<Result<string | undefined, 'invite_code_required' | 'invite_code_invalid'>> {
  const code = typed?.trim().toUpperCase() ?? '';
  if (code === '') {
    return config.INVITE_CODE === 'optional'
      ? done(undefined)
      : refuse('invite_code_required', { field: 'inviteCode' });
  }
  if (code === SANDBOX_INVITE_CODE) return done(undefined);
  const inviter = await store.memberIdByInviteCode(db, code);
  return inviter === undefined ? refuse('invite_code_invalid', { field: 'inviteCode' }) : done(inviter);
}
