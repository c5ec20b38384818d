import { argon2Passwords } from '#src/adapters/argon2-passwords.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Passwords } from '#src/ports/passwords.ts';

/**
 * The real hashes at a hundredth of their cost, which is half of what a test of members would take. Their own
 * cost is tested where they are.
 */
export const quickPasswords = ({ keys, random }: Pick<Deps, 'keys' | 'random'>): Passwords =>
  argon2Passwords(keys.passwordPepper, random, { memory: 64, passes: 1, parallelism: 1 });
