import type { ByProgram, Terms } from '@khara/broker';
import { requestHash } from '#src/security/request-hash.ts';
import { pickTerms } from '#modules/orders/index.ts';

/**
 * Hash of a request to place an order: what counts of its terms, the share that it names or whose position it
 * names, and its own id. The order's row has all of these, so that `npm run verify` makes the hash again.
 */
export const orderHash = (
  terms: Terms,
  of: {
    readonly requestId: string;
    readonly code: string;
    readonly positionId: bigint | undefined;
    readonly program?: ByProgram | undefined;
  },
): Uint8Array => {
  const isPriced = terms.type === 'limit' || terms.type === 'sl';
  return requestHash({
    request: of.requestId,
    code: of.code,
    positionId: of.positionId,
    ...pickTerms(terms),
    pricePaise: isPriced ? terms.pricePaise : undefined,
    program: of.program?.keyId,
    tag: of.program?.tag,
  });
};
