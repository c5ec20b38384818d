/** Followers of the window's size run at most every 50 ms (docs/sources.md W1). */
const RESIZE_EVERY_MS = 50;

type ThrottledCall = { readonly call: () => void; readonly stop: () => void };

/**
 * Runs `work` at once, and then at most every `ms`, the last time after the last call: what was asked for is
 * never left undone.
 */
export function throttle(work: () => void, ms: number): ThrottledCall {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  const rest = (): void => {
    timer = undefined;
    if (!again) return;
    again = false;
    run();
  };
  const run = (): void => {
    timer = setTimeout(rest, ms);
    work();
  };
  return {
    call: () => {
      if (timer === undefined) run();
      else again = true;
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
      again = false;
    },
  };
}

/** Tells when the window has another size, throttled. Returns how to stop. */
export function onResize(work: () => void, target: EventTarget = window): () => void {
  const { call, stop } = throttle(work, RESIZE_EVERY_MS);
  target.addEventListener('resize', call);
  return () => {
    target.removeEventListener('resize', call);
    stop();
  };
}
