import { SANDBOX_INVITE_CODE } from '#modules/config/index.ts';
import type { Config } from '../../config.ts';
import type { Random } from '../../deps.ts';

/** Letters and digits that are not taken for each other. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LENGTH = 8;

/** A member's own code. Each letter is a byte's remainder: a code is no secret, so that some letters are a little likelier is no matter. */
export const drawInviteCode = (random: Random): string =>
  Array.from(random.bytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** A code as it is compared; empty for none. */
export const tidyCode = (typed: string | undefined): string => typed?.trim().toUpperCase() ?? '';

/** Whether a tidied code is the one that this installation publishes, or none where none is needed: such an account has no inviter, and no try is spent. */
export const isOpen = (config: Config, code: string): boolean =>
  code === SANDBOX_INVITE_CODE || (code === '' && config.INVITE_CODE === 'optional');
