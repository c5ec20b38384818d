import type { Depth, DepthChannel, ServerMessage } from '@khara/contract';
import { useCallback, useSyncExternalStore } from 'react';
import type * as z from 'zod/mini';
import type { FrameQueue } from './frame-queue.ts';

/**
 * Live quotes outside React: one row subscribes to one code, so that a tick re-renders that row and nothing
 * else. A list never holds live prices in its own state.
 */

export type Tick = {
  readonly code: string;
  readonly price: string;
  readonly changePercent: string;
  readonly volume: number;
  readonly at: number;
  /** Where the price went with this tick: 1 up, −1 down, 0 the same. */
  readonly moved: 1 | -1 | 0;
};
export type LiveDepth = z.output<typeof Depth>;

/** How many rows of a list cost as much as what a listener does, by listener. */
type Listeners = Map<() => void, number>;
type Topic<T> = { value: T | undefined; readonly listeners: Listeners };
type Subscribe = (channel: 'quotes' | DepthChannel, code: string) => () => void;

const bookKey = (channel: DepthChannel, code: string): string => `${channel} ${code}`;

/** `inFrame` decides when the readers of a quote or a book are notified; without it that is at once. */
export function createQuoteStore(want: Subscribe, inFrame: FrameQueue = (_, work) => work()) {
  const quotes = new Map<string, Topic<Tick>>();
  /** By `bookKey`: no code has a space, so no key is one of `quotes`. */
  const depths = new Map<string, Topic<LiveDepth>>();

  function topic<T>(topics: Map<string, Topic<T>>, code: string): Topic<T> {
    let found = topics.get(code);
    if (!found) topics.set(code, (found = { value: undefined, listeners: new Map() }));
    return found;
  }
  function moved({ listeners }: Topic<unknown>): void {
    for (const [listener, rows] of listeners) {
      inFrame(listener, () => listeners.has(listener) && listener(), rows);
    }
  }
  function listen<T>(
    topics: Map<string, Topic<T>>,
    channel: 'quotes' | DepthChannel,
    code: string,
    listener: () => void,
    { key = code, rows = 1 }: { readonly key?: string; readonly rows?: number | undefined },
  ) {
    const { listeners } = topic(topics, key);
    listeners.set(listener, rows);
    const release = want(channel, code);
    return () => {
      listeners.delete(listener);
      release();
    };
  }

  return {
    receive(message: ServerMessage) {
      if (message.type === 'quotes') {
        for (const [code, price, changePercent, volume, at] of message.data) {
          const before = quotes.get(code)?.value;
          if (before && before.at > at) continue; // an older tick after a reconnect
          const step = before ? Number(price) - Number(before.price) : 0; // only its sign is used
          const found = topic(quotes, code);
          found.value = { code, price, changePercent, volume, at, moved: step > 0 ? 1 : step < 0 ? -1 : 0 };
          moved(found);
        }
      } else if (message.type === 'depth' || message.type === 'depth20') {
        const found = topic(depths, bookKey(message.type, message.code));
        found.value = message.data;
        moved(found);
      }
    },
    /** Every quote known. */
    ticks: () => [...quotes.values()].flatMap(({ value }) => value ?? []),
    quote: (code: string) => quotes.get(code)?.value,
    depth: (code: string, channel: DepthChannel = 'depth') => depths.get(bookKey(channel, code))?.value,
    /** `rows`: how many rows of a list cost as much as what the listener does. */
    onQuote: (code: string, listener: () => void, rows?: number) => listen(quotes, 'quotes', code, listener, { rows }),
    onDepth: (code: string, listener: () => void, channel: DepthChannel = 'depth', rows?: number) =>
      listen(depths, channel, code, listener, { key: bookKey(channel, code), rows }),
  };
}
type QuoteStore = ReturnType<typeof createQuoteStore>;

const nothing = () => () => {};
/** What React renders with a tick costs as much as this number of rows, which are painted by hand. */
const RENDERED_ROWS = 3;

export function createQuoteHooks(store: QuoteStore) {
  return {
    /** The live quote of one code, undefined until the first tick. Pass undefined to want none. */
    useQuote(code: string | undefined): Tick | undefined {
      const subscribe = useCallback(
        (listener: () => void) => (code === undefined ? nothing() : store.onQuote(code, listener, RENDERED_ROWS)),
        [code],
      );
      return useSyncExternalStore(subscribe, () => (code === undefined ? undefined : store.quote(code)));
    },
  };
}
