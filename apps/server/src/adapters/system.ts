import { randomBytes } from 'node:crypto';
import type { Clock } from '#src/kernel/clock.ts';
import type { Random } from '#src/kernel/random.ts';

export const systemClock: Clock = { now: () => Date.now() };
export const systemRandom: Random = { bytes: (length) => randomBytes(length) };
