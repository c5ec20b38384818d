import type { Ask, Told } from './draw-worker.ts';

/** Has a draw run again in a worker of its own. What goes wrong there is told, never swallowed. */
export function runDraw(ask: Ask): Promise<Told> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./draw-worker.ts', import.meta.url), { type: 'module' });
    const end = (told: Told): void => {
      worker.terminate();
      resolve(told);
    };
    worker.addEventListener('message', (event: MessageEvent<Told>) => end(event.data));
    worker.addEventListener('error', (event) => end({ done: false, message: event.message || 'worker' }));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker of our own has no origin to name
    worker.postMessage(ask);
  });
}
