import { TryLater } from '../try-later.ts';

/** Lets a few pieces of work run at once and a few more wait; refuses the rest. */
export function gate({ atOnce, waiting: most }: { readonly atOnce: number; readonly waiting: number }) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= most) throw new TryLater(429, 'try_later', 2);
      await new Promise<void>((resume) => waiting.push(resume));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next(); // the place is handed over
      else running -= 1;
    }
  };
}
