import { checkDraw, type DrawCheck, type Known, type PublishedDraw } from './check-draw.ts';

/** Runs a draw again beside the page, so that the page stays alive while tens of thousands of applications are hashed. */
export type Ask = { readonly proof: PublishedDraw; readonly known: Known };
export type Told =
  | { readonly done: true; readonly check: DrawCheck; readonly ms: number }
  | { readonly done: false; readonly message: string };

addEventListener('message', ({ data: { proof, known } }: MessageEvent<Ask>) => {
  const from = performance.now();
  try {
    const check = checkDraw(proof, known);
    tell({ done: true, check, ms: performance.now() - from });
  } catch (error) {
    tell({ done: false, message: error instanceof Error ? error.message : String(error) });
  }
});

function tell(told: Told): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name, only the page that made it
  postMessage(told);
}
