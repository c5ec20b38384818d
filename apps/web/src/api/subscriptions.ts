import type { ClientMessage } from '@khara/contract';

/**
 * Who wants what of the line: a code is subscribed when the first part of the page asks for it, and let go a
 * moment after the last one stopped.
 */

const CHANNELS = ['quotes', 'depth', 'depth20'] as const;
type Channel = (typeof CHANNELS)[number];
const eachChannel = <T>(make: () => T): Record<Channel, T> => ({ quotes: make(), depth: make(), depth20: make() });

/** Long enough for a list to scroll a row out and back, or for one page to hand over to the next. */
const LINGER_MS = 2000;
const MAX_CODES = 300;

type Deps = {
  readonly isOpen: () => boolean;
  readonly send: (message: ClientMessage) => void;
};

export function createSubscriptions({ isOpen, send }: Deps) {
  const wanted = eachChannel(() => new Map<string, number>());
  const subscribed = eachChannel(() => new Set<string>());
  let telling: ReturnType<typeof setTimeout> | undefined;

  /** Brings the server's list of codes in line with what is wanted now. */
  function tell() {
    stop();
    if (!isOpen()) return;
    for (const channel of CHANNELS) {
      const more = [...wanted[channel].keys()].filter((code) => !subscribed[channel].has(code));
      const less = [...subscribed[channel]].filter((code) => !wanted[channel].has(code));
      for (const codes of chunks(less)) send({ op: 'unsubscribe', channel, codes });
      for (const codes of chunks(more)) send({ op: 'subscribe', channel, codes });
      for (const code of less) subscribed[channel].delete(code);
      for (const code of more) subscribed[channel].add(code);
    }
  }

  const tellSoon = (ms: number) => {
    if (ms === 0) {
      clearTimeout(telling);
      telling = setTimeout(tell, 0);
    } else telling ??= setTimeout(tell, ms);
  };

  function stop() {
    clearTimeout(telling);
    telling = undefined;
  }

  return {
    /** Wants a code until the returned function is called. */
    want(channel: Channel, code: string): () => void {
      const counts = wanted[channel];
      counts.set(code, (counts.get(code) ?? 0) + 1);
      if (!subscribed[channel].has(code)) tellSoon(0);
      let released = false;
      return () => {
        if (released) return;
        released = true;
        const left = (counts.get(code) ?? 1) - 1;
        if (left > 0) counts.set(code, left);
        else {
          counts.delete(code);
          tellSoon(LINGER_MS);
        }
      };
    },
    /** A line has opened, which knows of nothing yet. */
    tellAll() {
      for (const channel of CHANNELS) subscribed[channel].clear();
      tell();
    },
    stop,
  };
}

function* chunks(codes: readonly string[]): Generator<string[]> {
  for (let start = 0; start < codes.length; start += MAX_CODES) yield codes.slice(start, start + MAX_CODES);
}
