import { createHash } from 'node:crypto';
import { daySeed, historySeed } from '@khara/market-day';
import type { Day } from '@khara/rules';

/**
 * Where the market's chance comes from: a secret of the installation, or MARKET_SEED, which is for tests and
 * shows on the certificate page.
 */
export type SeedSource = {
  readonly installSecret: Uint8Array;
  readonly fixedSeed: string | undefined;
};

export const createSeeds = ({
  installSecret,
  config,
}: {
  readonly installSecret: Uint8Array;
  readonly config: { readonly MARKET_SEED?: string | undefined };
}): SeedSource => ({ installSecret, fixedSeed: config.MARKET_SEED });

export const seedOfDay = (source: SeedSource, marketDay: number, marketDate: Day): Uint8Array =>
  daySeed(secretOf(source), marketDay, marketDate);

export const seedOfHistory = (source: SeedSource, firstMarketDate: Day): Uint8Array =>
  historySeed(secretOf(source), firstMarketDate);

/** What may be stored and published of a seed. */
export const hashOfSeed = (seed: Uint8Array): Uint8Array => createHash('sha256').update(seed).digest();

const secretOf = ({ installSecret, fixedSeed }: SeedSource): Uint8Array =>
  fixedSeed === undefined ? installSecret : Buffer.from(fixedSeed, 'utf8');
