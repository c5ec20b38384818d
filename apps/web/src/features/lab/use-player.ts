import { useCallback, useEffect, useRef, useState } from 'react';
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
  /** The one that it plays at. */
  readonly speed: Speed;
  /** The phase of an auction at whose price the day has stopped. */
  readonly stoppedAt: string | undefined;
  readonly move: (atMs: number) => void;
  readonly toggle: () => void;
  readonly stop: () => void;
};

/** Market seconds a second of a day that plays by itself. */
const BY_ITSELF: Speed = '300';

/**
 * Lets the time of a replayed day pass. `startMs` is where it stands at first. Undefined: it plays by itself from the
 * opening to `untilMs`, fast and past the auctions, until the reader does anything with it. Under reduced motion it
 * stands at `untilMs` at once.
 */
export function usePlayer(
  day: LabDay,
  {
    chosenSpeed,
    startMs,
    untilMs,
  }: { readonly chosenSpeed: Speed; readonly startMs: number | undefined; readonly untilMs: number },
): Player {
  const [moved, setMoved] = useState<{ readonly of: string; readonly atMs: number }>();
  const [byItself, setByItself] = useState(() => startMs === undefined && !reducedMotion());
  const [playing, setPlaying] = useState(byItself);
  const speed = byItself ? BY_ITSELF : chosenSpeed;
  const [stoppedAt, setStoppedAt] = useState<string>();
  const seen = useRef(new Set<string>());
  const of = `${day.marketDate} ${day.code}`;
  const span = spanOfDay(day);
  const atMs =
    moved?.of === of
      ? moved.atMs
      : Math.min(span.toMs, Math.max(span.fromMs, startMs ?? (reducedMotion() ? untilMs : span.fromMs)));

  const stop = useCallback(() => {
    setPlaying(false);
    setByItself(false);
  }, []);

  const now = useRef(atMs);
  useEffect(() => {
    now.current = atMs;
  }, [atMs]);

  useEffect(() => {
    if (!playing) return undefined;
    const toMs = byItself ? untilMs : spanOfDay(day).toMs;
    const matches = byItself ? [] : day.phases.filter(({ phase }) => MATCHES.has(phase));
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
      if (reached >= toMs) stop();
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
  }, [playing, byItself, untilMs, day, of, speed, stop]);

  return {
    atMs,
    playing,
    speed,
    stoppedAt,
    stop,
    move: (to) => {
      if (byItself) stop();
      setStoppedAt(undefined);
      setMoved({ of, atMs: to });
    },
    toggle: () => {
      setStoppedAt(undefined);
      if (!playing && atMs >= span.toMs) setMoved({ of, atMs: span.fromMs });
      setByItself(false);
      setPlaying(!playing);
    },
  };
}
