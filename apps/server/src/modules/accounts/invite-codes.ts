import { plainDigits } from '@khara/rules';
import { SANDBOX_INVITE_CODE } from '#modules/config/index.ts';
import type { Config } from '#src/config.ts';
import type { Random } from '#src/kernel/random.ts';
import { randomText } from '#src/security/random-id.ts';

const LENGTH = 8;

/** A member's own code. */
export const generateInviteCode = (random: Random): string => randomText(random, LENGTH);

/** A code as it is compared; empty for none. */
export const tidyCode = (typed: string | undefined): string =>
  plainDigits(typed ?? '')
    .trim()
    .toUpperCase();

/**
 * Whether a tidied code is the one that this installation publishes, or none where none is needed: such an
 * account has no inviter, and no try is spent.
 */
export const isOpen = (config: Config, code: string): boolean =>
  code === SANDBOX_INVITE_CODE || (code === '' && config.INVITE_CODE === 'optional');
