import { readStoredJson, store } from '#lib/storage.ts';

/**
 * What this device keeps of every application: the random number it was sent with, and the seal of the draw
 * that was shown before it was sent. With them a draw can be checked without believing anything the server
 * says later (docs/offerings.md). Kept when the reader signs out: it is a part of the proof.
 */
type KeptRequest = {
  readonly userId: string;
  readonly offeringId: string;
  readonly requestId: string;
  /** Hash of everything that the draw depends on, as it was shown. */
  readonly commitment: string | null;
};

const KEY = 'applications';
/** Newest requests that are kept: an application takes 150 bytes. */
const MAX_REQUESTS = 200;

const read = (): readonly KeptRequest[] => {
  const kept = readStoredJson(KEY);
  return Array.isArray(kept) ? kept.filter(isKept) : [];
};

/** Before it is sent: whatever becomes of the answer, the number is here. */
export function keepRequest(request: KeptRequest): void {
  store(KEY, JSON.stringify([...read(), request].slice(-MAX_REQUESTS)));
}

/** Every try at an offering that this device sent for a user, newest first. */
export const keptRequests = (userId: string | undefined, offeringId: string): readonly KeptRequest[] =>
  read()
    .filter((kept) => kept.userId === userId && kept.offeringId === offeringId)
    .toReversed();

const isKept = (value: unknown): value is KeptRequest => {
  if (typeof value !== 'object' || value === null) return false;
  // What storage holds; checked here.
  const { userId, offeringId, requestId, commitment } = value as Partial<KeptRequest>;
  return (
    typeof userId === 'string' &&
    typeof offeringId === 'string' &&
    typeof requestId === 'string' &&
    (commitment === null || typeof commitment === 'string')
  );
};
