import { TryLater } from '../try-later.ts';

type Sizes = {
  readonly atOnce: number;
  /** Of work without an owner, and as much again of work that has one. */
  readonly waiting: number;
  /** Pieces of one owner that may be at work or wait. */
  readonly ofOne?: number;
};

/**
 * Lets a few pieces of work run at once and a few more wait; refuses the rest. Work with an owner waits apart from work without one, and the two
 * take turns: members with much to do keep no guest from signing in.
 */
export function gate({ atOnce, waiting: most, ofOne = most }: Sizes) {
  let running = 0;
  let isOwnersTurn = false;
  const guests: (() => void)[] = [];
  const owners: (() => void)[] = [];
  const ofOwner = new Map<string, number>();

  const next = (): (() => void) | undefined => {
    const [first, second] = isOwnersTurn ? [owners, guests] : [guests, owners];
    const from = first.length > 0 ? first : second;
    isOwnersTurn = from === guests;
    return from.shift();
  };

  return async <T>(work: () => Promise<T>, owner?: string): Promise<T> => {
    const line = owner === undefined ? guests : owners;
    const own = owner === undefined ? 0 : (ofOwner.get(owner) ?? 0);
    if (own >= ofOne || (running >= atOnce && line.length >= most)) throw new TryLater(429, 'try_later', 2);
    if (owner !== undefined) ofOwner.set(owner, own + 1);
    if (running >= atOnce) await new Promise<void>((resume) => line.push(resume));
    else running += 1;
    try {
      return await work();
    } finally {
      if (owner !== undefined) leave(ofOwner, owner);
      const resume = next();
      if (resume) resume(); // the place is handed over
      else running -= 1;
    }
  };
}

function leave(ofOwner: Map<string, number>, owner: string): void {
  const left = (ofOwner.get(owner) ?? 1) - 1;
  if (left > 0) ofOwner.set(owner, left);
  else ofOwner.delete(owner);
}
