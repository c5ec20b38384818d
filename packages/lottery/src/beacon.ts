import { hash, sameBytes, u64, unhex } from '@khara/proof';
import { bls12_381 } from '@noble/curves/bls12-381.js';

/**
 * The drand network "quicknet", whose rounds cannot be foreseen: its members sign the number of each round
 * together. The key is pinned here, so that a reader's browser asks no server whom to believe;
 * `beacon.test.ts` derives `chain` from the rest.
 */
export const QUICKNET = {
  chain: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451' +
    '0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  /** When round 1 was signed. */
  genesisMs: 1_692_803_367_000,
  periodMs: 3_000,
} as const;

/**
 * Real time that must pass between the close of a list and the round that draws it, so that the list is public first.
 */
export const ENTROPY_DELAY_MS = 30_000;

/** Signatures are points of the first group, after RFC 9380. */
const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

/** The instant at which a round is signed, in milliseconds since 1970, UTC. */
export const roundTimeMs = (round: number): number => QUICKNET.genesisMs + (round - 1) * QUICKNET.periodMs;

/** The first round signed at or after an instant: for a draw, its close and ENTROPY_DELAY_MS. */
export function firstRoundAt(timeMs: number): number {
  const elapsed = Math.max(0, timeMs - QUICKNET.genesisMs);
  return Math.ceil(elapsed / QUICKNET.periodMs) + 1;
}

/** Whether the network signed this round so. False for anything that is no signature at all. */
export function isBeaconSignature(round: number, signature: Uint8Array): boolean {
  const scheme = bls12_381.shortSignatures;
  try {
    return scheme.verify(signature, scheme.hash(hash(u64(round)), DOMAIN), unhex(QUICKNET.publicKey));
  } catch {
    return false; // the library throws at bytes that are no point of the curve
  }
}

/** Whether `value` is the randomness of a quicknet round that could not be known when the list closed. */
export const isBeaconEntropy = (draw: {
  chain: string;
  round: number;
  closesAt: number;
  value: Uint8Array;
  signature: Uint8Array | undefined;
}): boolean =>
  draw.signature !== undefined &&
  draw.chain === QUICKNET.chain &&
  roundTimeMs(draw.round) >= draw.closesAt + ENTROPY_DELAY_MS &&
  sameBytes(hash(draw.signature), draw.value) &&
  isBeaconSignature(draw.round, draw.signature);
