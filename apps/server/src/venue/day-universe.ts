import { packHead, unpackHead, type BegunDay } from '#modules/market/index.ts';
import { spareNumbers } from '@khara/offerings';
import { isEntitlement, type Issuer, type Universe } from '@khara/universe';

/*
 * Which shares and indices a market day has. A day goes on with those that it began with, whatever a release
 * of the universe says since; what it says counts from the next day
 * (docs/decisions/0012-suspensions-and-shares-of-a-day.md).
 */

export const packUniverse = ({ issuers, indices }: Universe): Promise<Uint8Array> => packHead({ issuers, indices });

/**
 * The universe with which a day began; `otherwise` for a day from before it was kept, with the suspensions of that day.
 */
export async function readUniverseOn(
  day: Pick<BegunDay, 'universe' | 'suspended'>,
  otherwise: Universe,
): Promise<Universe> {
  if (day.universe === undefined) return day.suspended ? suspendedAre(new Set(day.suspended), otherwise) : otherwise;
  // A boundary: `packUniverse` wrote it.
  const { issuers, indices } = (await unpackHead(day.universe)) as Pick<Universe, 'issuers' | 'indices'>;
  return { issuers, indices, offerings: [] };
}

/** Shares that were listed since the universe was written stand behind its own, in the order in which they came. */
export const withListed = (universe: Universe, listed: readonly Issuer[]): Universe =>
  listed.length === 0 ? universe : { ...universe, issuers: [...universe.issuers, ...listed] };

/**
 * Shares of an earlier day that are in this universe no more stay, behind the others, and are suspended for
 * good: their owner, or a reader of old orders, finds a name and the last close. Those of `except` and those
 * of demergers are added elsewhere, and entitlements of rights issues end with their issue.
 */
export function withKept(universe: Universe, earlier: Universe, except: readonly Issuer[]): Universe {
  const known = new Set([...universe.issuers, ...except].map(({ code }) => code));
  const gone = earlier.issuers.filter(
    (issuer) => !known.has(issuer.code) && !isEntitlement(issuer) && !issuer.demergedFrom,
  );
  const kept = gone.map((issuer) => ({ ...issuer, suspended: true, suspendedReason: 'not in the universe any more' }));
  return withListed(universe, kept);
}

/**
 * With the numbers by which programs know shares: those that were there before keep theirs, and one that joins has a
 * number that no other had.
 */
export function withNumbers(universe: Universe, before: Pick<Universe, 'issuers' | 'indices'>): Universe {
  const { issuers, indices } = universe;
  const spare = spareNumbers([...issuers, ...indices], [...before.issuers, ...before.indices]);
  if (spare.size === 0) return universe;
  const numbered = (issuer: Issuer): Issuer => {
    const number = spare.get(issuer.code);
    return number === undefined ? issuer : { ...issuer, number };
  };
  return { ...universe, issuers: issuers.map(numbered) };
}

/** With more shares suspended. */
export function withSuspended(universe: Universe, codes: readonly string[]): Universe {
  const all = new Set([...suspendedIn(universe), ...codes]);
  return codes.length === 0 ? universe : suspendedAre(all, universe);
}

export const suspendedIn = ({ issuers }: Universe): readonly string[] =>
  issuers.filter(({ suspended }) => suspended).map(({ code }) => code);

const suspendedAre = (codes: ReadonlySet<string>, universe: Universe): Universe => ({
  ...universe,
  issuers: universe.issuers.map((issuer) => ({ ...issuer, suspended: codes.has(issuer.code) })),
});
