import { call, quoteStore } from '#api/client.ts';

/** Asked again this long after the book has changed, and once for all that changes meanwhile. */
const ASK_AFTER_MS = 3000;
/** Own orders of one share that can be open: those of the list beside the book. */
export const MAX_ORDERS = 100;

/**
 * Calls `tell` with what stands in front of own orders in the book of a share, by their ids, each time that the book
 * has changed; until the function that it returns is called. What is not known for a moment is left out.
 */
export function followQueue(code: string, tell: (ahead: ReadonlyMap<string, number>) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasLeft = false;
  const ask = async (): Promise<void> => {
    const answer = document.hidden ? undefined : await call('orders', { state: 'open', code, size: MAX_ORDERS });
    timer = undefined;
    if (hasLeft || !answer?.ok) return;
    tell(
      new Map(
        answer.data.list.flatMap(({ id, queueAhead }) => (queueAhead === undefined ? [] : [[id, queueAhead] as const])),
      ),
    );
  };
  const stop = quoteStore.onDepth(code, () => (timer ??= setTimeout(() => void ask(), ASK_AFTER_MS)), 'depth', 0);
  return () => {
    hasLeft = true;
    clearTimeout(timer);
    stop();
  };
}
