import { randomBytes } from 'node:crypto';
import type { Clock, Random } from '../deps.ts';

export const systemClock: Clock = { now: () => Date.now() };
export const systemRandom: Random = { bytes: (length) => randomBytes(length) };
