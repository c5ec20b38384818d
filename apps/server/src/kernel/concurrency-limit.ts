import { TryLater } from './try-later.ts';

type Limits = {
  readonly concurrency: number;
  /** Of work without an owner. */
  readonly queued: number;
  /** Pieces of one owner that may be at work or wait, whatever others have waiting. */
  readonly perOwner?: number;
};

/**
 * Lets a few pieces of work run at once and a few more wait; refuses the rest. Work with an owner waits apart
 * from work without one, and the two take turns: members with much to do keep no guest from signing in. Each
 * owner has a line of its own, and the lines take turns too: what other owners have waiting delays a piece by
 * one of each, and never refuses it.
 */
export function limitConcurrency({ concurrency, queued, perOwner = queued }: Limits) {
  let running = 0;
  let isOwnersTurn = false;
  const guests: (() => void)[] = [];
  /** What waits, by owner; the owner whose turn is next comes first. */
  const lines = new Map<string, (() => void)[]>();
  const countByOwner = new Map<string, number>();

  const nextOwned = (): (() => void) | undefined => {
    const [turn] = lines;
    if (turn === undefined) return undefined;
    const [owner, line] = turn;
    lines.delete(owner);
    const resume = line.shift();
    if (line.length > 0) lines.set(owner, line); // behind all others
    return resume;
  };
  const next = (): (() => void) | undefined => {
    const fromOwners = isOwnersTurn ? lines.size > 0 : guests.length === 0;
    isOwnersTurn = !fromOwners;
    return fromOwners ? nextOwned() : guests.shift();
  };
  const wait = (resume: () => void, owner: string | undefined): void => {
    if (owner === undefined) {
      guests.push(resume);
      return;
    }
    const line = lines.get(owner);
    if (line) line.push(resume);
    else lines.set(owner, [resume]);
  };

  return async <T>(work: () => Promise<T>, owner?: string): Promise<T> => {
    const own = owner === undefined ? 0 : (countByOwner.get(owner) ?? 0);
    const isFull = owner === undefined ? running >= concurrency && guests.length >= queued : own >= perOwner;
    if (isFull) throw new TryLater(429, 'try_later', 2);
    if (owner !== undefined) countByOwner.set(owner, own + 1);
    if (running >= concurrency) await new Promise<void>((resume) => wait(resume, owner));
    else running += 1;
    try {
      return await work();
    } finally {
      if (owner !== undefined) leave(countByOwner, owner);
      const resume = next();
      if (resume) resume(); // the place is handed over
      else running -= 1;
    }
  };
}

function leave(countByOwner: Map<string, number>, owner: string): void {
  const left = (countByOwner.get(owner) ?? 1) - 1;
  if (left > 0) countByOwner.set(owner, left);
  else countByOwner.delete(owner);
}
