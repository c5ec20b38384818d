import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { setTimeout as rest } from 'node:timers/promises';

/** Runs a program and answers what it wrote; throws with its `stderr` when it fails. */
export const run = promisify(execFile);

/** Waits until `check` gives something, looking every `everyMs`; undefined when `withinMs` have passed. */
export async function waitFor<T>(
  check: () => Promise<T | undefined | false>,
  { withinMs, everyMs = 20 }: { withinMs: number; everyMs?: number },
): Promise<T | undefined> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = await check();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > deadline) return undefined;
    await rest(everyMs);
  }
}
