import type { Depth, DepthChannel, ServerMessage } from '@khara/contract';
import { useCallback, useSyncExternalStore } from 'react';
import type * as z from 'zod/mini';

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

type Topic<T> = { value: T | undefined; readonly listeners: Set<() => void> };
type Subscribe = (channel: 'quotes' | DepthChannel, code: string) => () => void;

/**
 * `schedule` decides when the readers of a quote or a book are notified: at once, or a few of them in each
 * frame (frame-scheduler.ts).
 */
type Schedule = (tell: (key: string) => void) => (key: string, rows?: number) => void;
/** A change of five levels costs as much as so many rows of a list. */
const BOOK_ROWS = 4;

const bookOf = (channel: DepthChannel, code: string): string => `${channel} ${code}`;

export function createQuoteStore(want: Subscribe, schedule: Schedule = (tell) => tell) {
  const quotes = new Map<string, Topic<Tick>>();
  /** By `bookOf`: no code has a space, so no key is one of `quotes`. */
  const depths = new Map<string, Topic<LiveDepth>>();

  function topic<T>(topics: Map<string, Topic<T>>, code: string): Topic<T> {
    let found = topics.get(code);
    if (!found) topics.set(code, (found = { value: undefined, listeners: new Set() }));
    return found;
  }
  const moved = schedule((key) => {
    for (const listener of (quotes.get(key) ?? depths.get(key))?.listeners ?? []) listener();
  });
  function listen<T>(
    topics: Map<string, Topic<T>>,
    channel: 'quotes' | DepthChannel,
    code: string,
    listener: () => void,
    key = code,
  ) {
    const { listeners } = topic(topics, key);
    listeners.add(listener);
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
          if (found.listeners.size > 0) moved(code);
        }
      } else if (message.type === 'depth' || message.type === 'depth20') {
        const key = bookOf(message.type, message.code);
        topic(depths, key).value = message.data;
        moved(key, BOOK_ROWS);
      }
    },
    /** Every quote known, as the socket tells them. */
    ticks: () =>
      [...quotes.values()].flatMap(({ value }) =>
        value
          ? [
              [value.code, value.price, value.changePercent, value.volume, value.at] as [
                string,
                string,
                string,
                number,
                number,
              ],
            ]
          : [],
      ),
    quote: (code: string) => quotes.get(code)?.value,
    depth: (code: string, channel: DepthChannel = 'depth') => depths.get(bookOf(channel, code))?.value,
    onQuote: (code: string, listener: () => void) => listen(quotes, 'quotes', code, listener),
    onDepth: (code: string, listener: () => void, channel: DepthChannel = 'depth') =>
      listen(depths, channel, code, listener, bookOf(channel, code)),
  };
}
type QuoteStore = ReturnType<typeof createQuoteStore>;

const nothing = () => () => {};

export function createQuoteHooks(store: QuoteStore) {
  return {
    /** The live quote of one code, undefined until the first tick. Pass undefined to want none. */
    useQuote(code: string | undefined): Tick | undefined {
      const subscribe = useCallback(
        (listener: () => void) => (code === undefined ? nothing() : store.onQuote(code, listener)),
        [code],
      );
      return useSyncExternalStore(subscribe, () => (code === undefined ? undefined : store.quote(code)));
    },
  };
}
