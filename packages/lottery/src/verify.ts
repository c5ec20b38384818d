import { sameBytes } from '@khara/proof';
import { isBeaconEntropy } from './beacon.ts';
import { allotProRata } from './pro-rata.ts';
import { isNoEntropy, isWitnessEntropy, openHash, runDraw, seedHash, type Draw, type OpenOffering } from './draw.ts';
import type { Application, Progress } from './draw-list.ts';

/** What an operator publishes about a finished draw. */
export type DrawProof = {
  /** How the shares are given out; by the draw of SEBI's retail rule unless it says so. */
  readonly rule?: 'retail_lottery' | 'pro_rata';
  readonly open: OpenOffering;
  readonly openHash: Uint8Array;
  readonly seed: Uint8Array;
  readonly entropyValue: Uint8Array;
  /** The beacon's signature of the round; only with entropy of kind `drand`. */
  readonly drandSignature?: Uint8Array;
  readonly applications: readonly Application[];
  readonly listRoot: Uint8Array;
  readonly mode: string;
  readonly allotted: ReadonlyMap<string, number>;
};

/** Each step of a verification, in the order in which a reader is shown them. */
const DRAW_STEPS = [
  'seed_matches_commitment',
  'terms_match_commitment',
  'entropy_is_of_its_round',
  'applications_are_valid',
  'list_matches_root',
  'mode_follows',
  'allotment_follows',
] as const;
export type DrawStep = (typeof DRAW_STEPS)[number];

export type DrawVerdict = {
  readonly holds: boolean;
  readonly steps: Readonly<Record<DrawStep, boolean>>;
  /** The draw as re-run; undefined when the list cannot be drawn at all. */
  readonly draw: Draw | undefined;
};

/**
 * Runs a published draw again and says of each step whether it holds. `progress` gets how much of the list is hashed.
 */
export function verifyDraw(proof: DrawProof, progress?: Progress): DrawVerdict {
  const { open, seed, entropyValue, applications } = proof;
  // What comes from a file may have any length; hashing takes only 32 bytes.
  const wellFormed = [seed, entropyValue, open.seedHash].every(is32);
  const valid = areValid(open, applications);
  const draw =
    wellFormed && valid
      ? runDraw({ open, seed, entropy: entropyValue, applications, ...(progress && { progress }) })
      : undefined;
  const given = draw && proof.rule === 'pro_rata' ? allotProRata(open, applications) : draw;
  const steps: Record<DrawStep, boolean> = {
    seed_matches_commitment: wellFormed && sameBytes(seedHash(open.offeringId, seed), open.seedHash),
    terms_match_commitment: wellFormed && sameBytes(openHash(open), proof.openHash),
    entropy_is_of_its_round: wellFormed && isEntropyOfRound(proof),
    applications_are_valid: valid,
    list_matches_root: draw !== undefined && sameBytes(draw.listRoot, proof.listRoot),
    mode_follows: given?.mode === proof.mode,
    allotment_follows: given !== undefined && sameAllotment(given.allotted, proof.allotted),
  };
  return { holds: DRAW_STEPS.every((step) => steps[step]), steps, draw };
}

function isEntropyOfRound({ open, entropyValue: value, drandSignature: signature }: DrawProof): boolean {
  const { kind, chain, round } = open.entropy;
  switch (kind) {
    case 'none':
      return isNoEntropy({ chain, round, value });
    case 'witness':
      return isWitnessEntropy({ chain, round, value });
    case 'drand':
      return isBeaconEntropy({ chain, round, closesAt: open.closesAt, value, signature });
  }
}

const areValid = (open: OpenOffering, applications: readonly Application[]): boolean =>
  new Set(applications.map(({ applicationId }) => applicationId)).size === applications.length &&
  applications.every(
    ({ lots, who }) => Number.isSafeInteger(lots) && lots >= open.minLots && lots <= open.maxLots && is32(who),
  );

const is32 = (bytes: Uint8Array): boolean => bytes.length === 32;

const sameAllotment = (ours: ReadonlyMap<string, number>, theirs: ReadonlyMap<string, number>): boolean =>
  ours.size === theirs.size && [...ours].every(([id, shares]) => theirs.get(id) === shares);
