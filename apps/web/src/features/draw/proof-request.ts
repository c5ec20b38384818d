import table from 'virtual:call-table';
import { base } from '#api/base.ts';
import type { ProofRequest } from './fetch-proof.ts';

/** Where the whole proof of a draw is; made by the page, since a worker has neither its address nor the call table. */
export const proofRequest = (offeringId: string): ProofRequest => ({
  url: `${base}${table.drawProof.path.replace('{id}', encodeURIComponent(offeringId))}?r=${Date.now().toString(36)}`,
  body: JSON.stringify({ time: Date.now() }),
});
