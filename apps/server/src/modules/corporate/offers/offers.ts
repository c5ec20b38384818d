import { buybackEntitlement, holderCategory, type Day } from '@khara/rules';
import { entitlementIsin } from '@khara/universe';
import { offerDates, type HolderOffer } from '#modules/market/index.ts';
import type { Deps } from '#src/kernel/deps.ts';

/** From where the market's chance comes: the installation's secret, or the fixed seed of a test. */
export function offersSeed({ config, keys }: Pick<Deps, 'config' | 'keys'>): Uint8Array {
  const { MARKET_SEED: fixed } = config;
  return fixed === undefined ? keys.installSecret : Buffer.from(fixed, 'utf8');
}

/** The asset of a company's share. */
export function shareAsset({ market }: Pick<Deps, 'market'>, { code }: HolderOffer): string {
  const asset = market.instrument(code)?.asset;
  if (asset === undefined) throw new Error(`${code} is not in the market`);
  return asset;
}

/** The asset of the entitlements of a rights issue. */
export const entitlementAsset = (deps: Pick<Deps, 'market'>, offer: HolderOffer): string =>
  `EQ:${entitlementIsin(shareAsset(deps, offer).slice(3), offer.exDate)}`;

/** Shares of a holding that a buyback surely takes. */
export function sureShares({ terms }: HolderOffer, held: number): number {
  if (terms.kind !== 'buyback') return 0;
  return buybackEntitlement(held, holderCategory(held, terms.cumPrice ?? terms.price), terms);
}

export const isOpen = (offer: HolderOffer, marketDate: Day): boolean => {
  const { opensOn, closesOn } = offerDates(offer);
  return marketDate >= opensOn && marketDate <= closesOn;
};
