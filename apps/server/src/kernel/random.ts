/** Randomness; tests pass a seeded one. */
export interface Random {
  bytes(length: number): Uint8Array;
}
