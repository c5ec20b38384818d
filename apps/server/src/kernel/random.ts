/** Randomness; tests pass a seeded one. */
export type Random = {
  bytes(length: number): Uint8Array;
};
