import type { Paper, Printer } from '#src/ports/printer.ts';
import { workerThread } from './worker-thread.ts';

/** A thread that is idle for this time ends: the fonts it holds are some tens of megabytes. */
const IDLE_MS = 120_000;

/** Renders documents in a thread of its own. */
export function documentThread(): Printer & { stop(): Promise<void> } {
  const file = new URL('./document-worker.ts', import.meta.url);
  const { run, stop } = workerThread<Paper, Uint8Array>({ name: 'the documents', file, idleMs: IDLE_MS });
  return { print: run, stop };
}
