import type { DrawThread } from '#src/ports/draws.ts';
import { workerThread } from './worker-thread.ts';

/** A thread for the draws, so that a hundred thousand hashes do not hold up the market. */
export const drawThread = (): DrawThread & { stop(): Promise<void> } =>
  workerThread({ name: 'the draws', file: new URL('./draw-worker.ts', import.meta.url) });
