import type { Data } from '@khara/contract';
import type { Names } from '@khara/universe';

export type Kind = Data<'newStocks'>['list'][number]['kind'];
export type OfferingState = Data<'newStocks'>['list'][number]['state'];
export type ApplicationState = Data<'subscriptions'>['list'][number]['state'];

/** Why an offering ended without an allotment after its close: too few bids, or no entropy for its draw in time. */
export type LapseReason = 'undersubscribed' | 'entropy_unavailable';

/** A row of offerings.offering. Prices in paise, `…_market` as minutes of market time. */
export type OfferingRow = {
  readonly id: string;
  readonly kind: Kind;
  readonly code: string;
  readonly asset: `EQ:${string}`;
  readonly names: Names;
  readonly sector: string;
  readonly board: 'main' | 'sme';
  /** By language; an issue that people proposed has an English one. */
  readonly stories: Partial<Names> | null;
  readonly unit: { readonly key: string; readonly parent: Names } | null;
  readonly floor_paise: bigint | null;
  readonly cap_paise: bigint | null;
  readonly issue_paise: bigint;
  readonly price_paise: bigint;
  /**
   * Of an offer of listed shares: the close from which its price was made, and the market date on whose
   * morning that was.
   */
  readonly reference_paise: bigint | null;
  readonly priced_on: string | null;
  readonly discount_bps: number;
  readonly shares_per_lot: number;
  readonly total_shares: bigint;
  readonly reserved_shares: bigint;
  readonly offered_shares: number;
  readonly min_lots: number;
  readonly max_lots: number;
  readonly upfront_bps: number;
  readonly demand_hundredths: number;
  readonly key_hash: Uint8Array | null;
  readonly market_day: number;
  readonly opens_market: string;
  readonly closes_market: string;
  readonly allotment_market: string;
  readonly signing_market: string | null;
  readonly listing_date: string;
  readonly closes_at_once: boolean;
  readonly state: OfferingState;
  readonly state_reason: string | null;
  readonly opened_ms: bigint | null;
  readonly closes_ms: bigint | null;
  readonly seed: Uint8Array | null;
  readonly seed_hash: Uint8Array | null;
  readonly open_hash: Uint8Array | null;
  readonly entropy_kind: 'none' | 'witness' | 'drand' | null;
  readonly entropy_chain: string | null;
  readonly entropy_round: bigint | null;
  readonly simulated: number;
  readonly arrived: number;
  readonly next_number: number;
  readonly applications: number;
  readonly lots: bigint;
  readonly closed_ms: bigint | null;
  readonly list_count: number | null;
  readonly list_root: Uint8Array | null;
  readonly draw_ms: bigint | null;
  readonly drawn_ms: bigint | null;
  readonly entropy_value: Uint8Array | null;
  readonly drand_signature: Uint8Array | null;
  readonly mode: string | null;
  readonly allotment_paise: bigint | null;
  readonly resolved_ms: bigint | null;
  readonly credited_ms: bigint | null;
  readonly listed_on: string | null;
};

/** A row of offerings.application. */
export type ApplicationRow = {
  readonly id: string;
  readonly serial: bigint;
  readonly offering_id: string;
  readonly kind: Kind;
  readonly number: number;
  readonly user_id: string;
  readonly request_id: string;
  readonly who: Uint8Array;
  readonly lots: number;
  readonly price_paise: bigint;
  readonly amount_paise: bigint;
  readonly held_paise: bigint;
  readonly hold_id: string;
  readonly revision: number;
  readonly state: ApplicationState;
  readonly at_ms: bigint;
  readonly market_date: string;
  readonly updated_ms: bigint;
  readonly rank: number | null;
  readonly allotted_shares: number | null;
  readonly cost_paise: bigint | null;
  /** Statutory charges: of all that was applied for, from the draw on of what was allotted. Paid beside the cost. */
  readonly charges_paise: bigint;
  readonly charges_stt_paise: bigint;
  readonly paid_paise: bigint;
  readonly resolved_ms: bigint | null;
  readonly signed_ms: bigint | null;
  readonly credited_ms: bigint | null;
};

export type SimulatedRun = { readonly first_number: number; readonly first_k: number; readonly count: number };
