import { hash, lp } from '@khara/proof';

/** What the money of an issue made by rule is for. */
export const OBJECTS = ['plant', 'loans', 'reach', 'stake'] as const;

/** The object of an issue follows from its id, like everything else about it. */
export function pickObject(offeringId: string): (typeof OBJECTS)[number] {
  const [first = 0] = hash(lp('khara/objects/1'), lp(offeringId));
  return OBJECTS[first % OBJECTS.length] ?? OBJECTS[0];
}
