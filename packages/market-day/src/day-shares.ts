import type { MarketSpec, SessionMarket } from '@khara/exchange';
import type { Issuer } from '@khara/universe';
import type { DayInputs } from './day-inputs.ts';
import { type DayPhases, shareGroup, SHARE_GROUPS, type ShareGroup } from './phases.ts';

/** The shares of a market day by their numbers: which phases each of them has, and which can be traded. */
export class DayShares {
  readonly hasListing: boolean;
  readonly #spec: MarketSpec;
  readonly #market: SessionMarket;
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #groups: readonly ShareGroup[];
  #suspended: readonly string[] = [];

  constructor(
    { spec, market }: { readonly spec: MarketSpec; readonly market: SessionMarket },
    issuers: readonly Issuer[],
    { inputs, phases }: { readonly inputs: DayInputs; readonly phases: DayPhases },
  ) {
    this.#spec = spec;
    this.#market = market;
    this.#numbers = new Map(spec.instruments.map(({ code }, share) => [code, share]));
    this.#groups = issuers.map((issuer) => shareGroup(issuer, inputs, phases));
    this.hasListing = this.#groups.includes('listing');
    this.noteSuspension();
  }

  shareNumber(code: string): number | undefined {
    return this.#numbers.get(code);
  }

  group(share: number): ShareGroup {
    return this.#groups[share]!;
  }

  /** Whether orders of the share may be taken today: it is not suspended with the day, nor was within it. */
  isTradable(share: number): boolean {
    return this.#spec.instruments[share]!.tradable && !this.#market.suspended(share);
  }

  /** Shares of a group that can be traded. */
  inGroup(group: ShareGroup): readonly number[] {
    return this.#groups.flatMap((of, share) => (of === group && this.isTradable(share) ? [share] : []));
  }

  /** All shares that can be traded, group by group. */
  get tradable(): readonly number[] {
    return SHARE_GROUPS.flatMap((group) => this.inGroup(group));
  }

  /**
   * Codes of shares that were suspended within the day, in the order of the universe; another list whenever
   * one more is.
   */
  get suspended(): readonly string[] {
    return this.#suspended;
  }

  /** A share was suspended. */
  noteSuspension(): void {
    this.#suspended = this.#spec.instruments.flatMap(({ code }, share) =>
      this.#market.suspended(share) ? [code] : [],
    );
  }
}
