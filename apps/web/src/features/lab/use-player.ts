import { useEffect, useRef, useState } from 'react';
import type { LabDay } from './lane.ts';
import { spanOfDay } from './scrubber.tsx';

/** Market seconds a second. */
export const SPEEDS = ['1', '10', '60', '300', '600'] as const;
export type Speed = (typeof SPEEDS)[number];

const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
/** Under reduced motion the picture changes once a second. */
const CALM_MS = 1000;

/** Where an auction finds its price: the day stops there once, so that it can be looked at. */
const MATCHES = new Set(['preopen_match', 'cas_match']);

export type Player = {
  readonly atMs: number;
  readonly playing: boolean;
  /** The phase of an auction at whose price the day has stopped. */
  readonly stoppedAt: string | undefined;
  readonly move: (atMs: number) => void;
  readonly toggle: () => void;
};

/** Lets the time of a replayed day pass. `startMs` is where it stands at first; undefined: when it opens. */
export function usePlayer(day: LabDay | undefined, speed: Speed, startMs: number | undefined): Player {
  const [moved, setMoved] = useState<{ readonly of: string; readonly atMs: number }>();
  const [playing, setPlaying] = useState(false);
  const [stoppedAt, setStoppedAt] = useState<string>();
  const seen = useRef(new Set<string>());
  const of = day ? `${day.marketDate} ${day.code}` : '';
  const span = day ? spanOfDay(day) : { fromMs: 0, toMs: 0 };
  const atMs = moved?.of === of ? moved.atMs : Math.min(span.toMs, Math.max(span.fromMs, startMs ?? span.fromMs));

  const now = useRef(atMs);
  useEffect(() => {
    now.current = atMs;
  }, [atMs]);

  useEffect(() => {
    if (!playing || !day) return undefined;
    const { toMs } = spanOfDay(day);
    const matches = day.phases.filter(({ phase }) => MATCHES.has(phase));
    let before = performance.now();
    const pass = (): void => {
      const time = performance.now();
      const next = Math.min(toMs, now.current + (time - before) * Number(speed));
      before = time;
      // What an auction found stands at the end of the step in which its match begins.
      const match = matches.find(({ phase, fromStep }) => {
        const found = day.times[fromStep + 1]!;
        return !seen.current.has(`${of} ${phase}`) && now.current < found && found <= next;
      });
      if (match) {
        seen.current.add(`${of} ${match.phase}`);
        setStoppedAt(match.phase);
        setPlaying(false);
      }
      const reached = match ? day.times[match.fromStep + 1]! : next;
      now.current = reached;
      setMoved({ of, atMs: reached });
      if (reached >= toMs) setPlaying(false);
    };
    if (reducedMotion()) {
      const timer = setInterval(pass, CALM_MS);
      return () => clearInterval(timer);
    }
    let frame = requestAnimationFrame(function next() {
      pass();
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing, day, of, speed]);

  return {
    atMs,
    playing,
    stoppedAt,
    move: (to) => {
      setStoppedAt(undefined);
      setMoved({ of, atMs: to });
    },
    toggle: () => {
      setStoppedAt(undefined);
      if (!playing && atMs >= span.toMs) setMoved({ of, atMs: span.fromMs });
      setPlaying(!playing);
    },
  };
}
