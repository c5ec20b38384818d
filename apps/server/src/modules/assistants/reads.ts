import type { Deps } from '#src/kernel/deps.ts';
import { MINUTE_MS } from '@khara/rules';
import { addReads, type Read } from './act-store.ts';
import type { ActingProgram } from './acts.ts';

const WRITTEN_AFTER_MS = 1_000;

export type ReadCounter = {
  /** Counts a read; `about` is a code, or of a rehearsal what was rehearsed. */
  count(program: ActingProgram, tool: string, about: string): void;
  end(): Promise<void>;
};

/**
 * Counts what assistants read, by the minute. A second's reads are written together, and no answer waits for it: what a
 * server that is killed had not written is not listed, and moved nothing.
 */
export function countReads({ db, market, clock, log }: Pick<Deps, 'db' | 'market' | 'clock' | 'log'>): ReadCounter {
  let counted = new Map<string, Read>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function write(): Promise<void> {
    const reads = [...counted.values()];
    counted = new Map();
    timer = undefined;
    if (reads.length > 0)
      await addReads(db, reads).catch((error: unknown) => log.warn({ error }, 'reads of assistants were not kept'));
  }

  return {
    count({ keyId: programKey, member: { userId } }, tool, about) {
      const now = clock.now();
      const minuteAt = now - (now % MINUTE_MS);
      const key = [programKey, minuteAt, tool, about].join(' ');
      const { marketDate, marketTime } = market.now();
      const first = { programKey, userId, tool, about, minuteAt, marketDate, marketTime, times: 0 };
      const read = counted.get(key) ?? first;
      counted.set(key, { ...read, times: read.times + 1 });
      timer ??= setTimeout(() => void write(), WRITTEN_AFTER_MS).unref();
    },
    async end() {
      clearTimeout(timer);
      await write();
    },
  };
}
