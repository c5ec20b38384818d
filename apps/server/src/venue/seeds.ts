import { createHash, createHmac } from 'node:crypto';
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

/**
 * Seed of a market day's simulated participants: 32 bytes that cannot be foreseen without the secret, and
 * that the secret always gives again.
 */
export const seedOfDay = (source: SeedSource, marketDay: number, marketDate: Day): Uint8Array =>
  derive(source, `khara/market-day/1\n${marketDay}\n${marketDate}`);

export const seedOfHistory = (source: SeedSource, firstMarketDate: Day): Uint8Array =>
  derive(source, `khara/history/1\n${firstMarketDate}`);

/** What may be stored and published of a seed. */
export const hashOfSeed = (seed: Uint8Array): Uint8Array => createHash('sha256').update(seed).digest();

const derive = ({ installSecret, fixedSeed }: SeedSource, purpose: string): Uint8Array =>
  createHmac('sha256', fixedSeed === undefined ? installSecret : Buffer.from(fixedSeed, 'utf8'))
    .update(purpose)
    .digest();
