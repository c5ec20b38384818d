import type { Data } from '@khara/contract';
import type { Names } from '@khara/universe';

export type Kind = Data<'newStocks'>['list'][number]['kind'];
export type OfferingState = Data<'newStocks'>['list'][number]['state'];
export type ApplicationState = Data<'subscriptions'>['list'][number]['state'];

/** Why an offering ended without an allotment after its close: too few bids, or no entropy for its draw in time. */
export type LapseReason = 'undersubscribed' | 'entropy_unavailable';

/** An offering. Prices in paise, `…_market` as minutes of market time. */
export type Offering = {
  readonly id: string;
  readonly kind: Kind;
  readonly code: string;
  readonly asset: `EQ:${string}`;
  readonly names: Names;
  readonly sector: string;
  readonly board: 'main' | 'sme';
  /** By language; an issue that people proposed has an English one. */
  readonly stories: Partial<Names> | undefined;
  readonly unit: { readonly key: string; readonly parent: Names } | undefined;
  readonly floorPaise: bigint | undefined;
  readonly capPaise: bigint | undefined;
  readonly issuePaise: bigint;
  readonly pricePaise: bigint;
  /**
   * Of an offer of listed shares: the close from which its price was made, and the market date on whose
   * morning that was.
   */
  readonly referencePaise: bigint | undefined;
  readonly pricedOn: string | undefined;
  readonly discountBps: number;
  readonly sharesPerLot: number;
  readonly totalShares: bigint;
  readonly reservedShares: bigint;
  readonly offeredShares: number;
  readonly minLots: number;
  readonly maxLots: number;
  readonly upfrontBps: number;
  readonly demandHundredths: number;
  readonly keyHash: Uint8Array | undefined;
  readonly marketDay: number;
  readonly opensMarket: string;
  readonly closesMarket: string;
  readonly allotmentMarket: string;
  readonly signingMarket: string | undefined;
  readonly listingDate: string;
  readonly closesAtOnce: boolean;
  readonly state: OfferingState;
  readonly stateReason: string | undefined;
  readonly openedAt: number | undefined;
  readonly closesAt: number | undefined;
  readonly seed: Uint8Array | undefined;
  readonly seedHash: Uint8Array | undefined;
  readonly openHash: Uint8Array | undefined;
  readonly entropyKind: 'none' | 'witness' | 'drand' | undefined;
  readonly entropyChain: string | undefined;
  readonly entropyRound: bigint | undefined;
  readonly simulated: number;
  readonly arrived: number;
  readonly nextNumber: number;
  readonly applications: number;
  readonly lots: bigint;
  readonly closedAt: number | undefined;
  readonly listCount: number | undefined;
  readonly listRoot: Uint8Array | undefined;
  readonly drawAt: number | undefined;
  readonly drawnAt: number | undefined;
  readonly entropyValue: Uint8Array | undefined;
  readonly drandSignature: Uint8Array | undefined;
  readonly mode: string | undefined;
  readonly allotmentPaise: bigint | undefined;
  readonly resolvedAt: number | undefined;
  readonly creditedAt: number | undefined;
  readonly listedOn: string | undefined;
};

/** A member's application in an offering. */
export type Application = {
  readonly id: string;
  readonly serial: bigint;
  readonly offeringId: string;
  readonly kind: Kind;
  readonly number: number;
  readonly userId: string;
  readonly requestId: string;
  readonly who: Uint8Array;
  readonly lots: number;
  readonly pricePaise: bigint;
  readonly amountPaise: bigint;
  readonly heldPaise: bigint;
  readonly holdId: string;
  readonly revision: number;
  readonly state: ApplicationState;
  readonly at: number;
  readonly marketDate: string;
  readonly updatedAt: number;
  readonly rank: number | undefined;
  readonly allottedShares: number | undefined;
  readonly costPaise: bigint | undefined;
  /** Statutory charges: of all that was applied for, from the draw on of what was allotted. Paid beside the cost. */
  readonly chargesPaise: bigint;
  readonly chargesSttPaise: bigint;
  readonly paidPaise: bigint;
  readonly resolvedAt: number | undefined;
  readonly signedAt: number | undefined;
  readonly creditedAt: number | undefined;
};

export type SimulatedRun = { readonly firstNumber: number; readonly firstK: number; readonly count: number };
