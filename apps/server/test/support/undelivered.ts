import { drawChance } from '@khara/market-day';
import { CHANCE_WHOLE, shortDelivery } from '@khara/rules';
import { readUniverse } from '@khara/universe/node';
import { deliveryQuestion } from '#modules/delivery/index.ts';
import { seedOfDay } from '#src/venue/seeds.ts';

/**
 * A MARKET_SEED by which a share of liquidity group I is not delivered to an account on a market day. Its auction finds
 * the shares, well above the close, or does not.
 */
export function seedWithout(delivery: {
  readonly code: string;
  readonly accountKey: number;
  readonly marketDay: number;
  readonly date: string;
  readonly isFound: boolean;
  /** What the seeds begin with: others make other prices. */
  readonly name?: string;
}): string {
  const { code, accountKey, marketDay, date, isFound, name = 'not delivered' } = delivery;
  const asset = `EQ:${readUniverse().issuers.find((issuer) => issuer.code === code)!.isin}`;
  for (let tries = 0; ; tries += 1) {
    const fixedSeed = `${name} ${tries}`;
    const seed = seedOfDay({ installSecret: new Uint8Array(0), fixedSeed }, marketDay, date);
    const drawOf = (what: 'short' | 'found' | 'price') =>
      drawChance(seed, deliveryQuestion(asset, accountKey, what), CHANCE_WHOLE);
    const is = shortDelivery(1, { short: drawOf('short'), found: drawOf('found'), price: drawOf('price') });
    if (is && is.isFound === isFound && (!isFound || is.auctionBps > 500)) return fixedSeed;
  }
}
