import { unhex } from '@khara/proof';
import type { DrawProof } from './verify.ts';

/** A proof as `newStockProof` answers it and as `proof.json` keeps it: hashes in lower-case hex. */
export type PublishedProof = {
  readonly version: string;
  readonly open: {
    readonly offeringId: string;
    readonly shares: number;
    readonly sharesPerLot: number;
    readonly minLots: number;
    readonly maxLots: number;
    readonly closesAt: number;
    readonly entropy: { readonly kind: 'none' | 'witness' | 'drand'; readonly chain: string; readonly round: number };
    readonly seedHash: string;
  };
  readonly openHash: string;
  readonly seed: string | null;
  readonly entropyValue: string | null;
  readonly drandSignature?: string | null;
  readonly applications: readonly { readonly applicationId: string; readonly lots: number; readonly who: string }[];
  readonly listRoot: string | null;
  readonly mode: string | null;
  readonly allotted: Readonly<Record<string, number>> | null;
};

/** A published proof of a finished draw as it is verified. Throws when the draw is not finished. */
export function readDrawProof(proof: PublishedProof): DrawProof {
  const { seed, entropyValue, listRoot, mode, allotted, drandSignature } = proof;
  if (seed === null || entropyValue === null || listRoot === null || mode === null || allotted === null) {
    throw new Error('the draw is not finished');
  }
  return {
    rule: proof.version === 'khara/prorata/1' ? 'pro_rata' : 'retail_lottery',
    open: { ...proof.open, seedHash: unhex(proof.open.seedHash) },
    openHash: unhex(proof.openHash),
    seed: unhex(seed),
    entropyValue: unhex(entropyValue),
    ...(drandSignature == null ? {} : { drandSignature: unhex(drandSignature) }),
    applications: proof.applications.map(({ applicationId, lots, who }) => ({ applicationId, lots, who: unhex(who) })),
    listRoot: unhex(listRoot),
    mode,
    allotted: new Map(Object.entries(allotted)),
  };
}
