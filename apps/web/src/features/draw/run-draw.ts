import type { DrawRequest, DrawMessage } from './draw-worker.ts';

type FinalMessage = Exclude<DrawMessage, { readonly is: 'progress' }>;
type Progress = (done: number, all: number) => void;

/**
 * Has a draw run again in a worker of its own. A failure there is passed on, never swallowed; an aborted run
 * ends at once and tells nothing.
 */
export function runDraw(ask: DrawRequest, signal: AbortSignal, progress: Progress): Promise<FinalMessage> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./draw-worker.ts', import.meta.url), { type: 'module' });
    const end = (message: FinalMessage): void => {
      worker.terminate();
      resolve(message);
    };
    signal.addEventListener('abort', () => worker.terminate(), { once: true });
    worker.addEventListener('message', ({ data: message }: MessageEvent<DrawMessage>) => {
      if (message.is === 'progress') progress(message.done, message.all);
      else end(message);
    });
    worker.addEventListener('error', (event) => end({ is: 'failed', message: event.message || 'worker' }));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker of our own has no origin to name
    worker.postMessage(ask);
  });
}
