import {
  ENTROPY_DELAY_MS,
  firstRoundAt,
  isBeaconEntropy,
  isWitnessEntropy,
  QUICKNET,
  roundTimeMs,
} from '@khara/lottery';
import { hash, unhex } from '@khara/proof';
import { z } from 'zod';
import type { Config } from '#src/config.ts';
import type { Clock } from '#src/kernel/clock.ts';
import type { EntropyChoice, EntropySource } from '#src/ports/draws.ts';

const DRAND = 'https://api.drand.sh';
/** How long `auto` tries the beacon when an offering opens. */
const TRY_MS = 3_000;
/** How long a round is waited for before it is asked for again. */
const FETCH_MS = 10_000;

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Round = z.object({ round: z.int(), signature: z.string().regex(/^([0-9a-f]{2})+$/) });
/** Of a witness: v₀ of its chain, and when its rounds come, in ms. */
const Witness = z.object({ anchor: Hash, period: z.int().positive(), genesis: z.int() });
const WitnessRound = z.object({ value: Hash });

const NONE: EntropyChoice = { kind: 'none', chain: '', round: 0 };

/** Fetches a JSON document. Undefined for one that is not there yet. */
type Fetch = (url: string, timeoutMs: number) => Promise<unknown>;

const fetchJson: Fetch = async (url, timeoutMs) => {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
  if (response.status === 404 || response.status === 425) return undefined;
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.json();
};

function drand(closesAt: number): EntropyChoice {
  const round = firstRoundAt(closesAt + ENTROPY_DELAY_MS);
  return { kind: 'drand', chain: QUICKNET.chain, round, dueAt: roundTimeMs(round) };
}

/**
 * Entropy of draws as DRAW_ENTROPY says: the drand network, another party's witness, or none. Nothing is
 * fetched with `none`. Whatever comes from outside is checked by the same code with which a reader's browser
 * checks it.
 */
export function drawEntropy(
  config: Pick<Config, 'DRAW_ENTROPY' | 'DRAW_WITNESS_URL'>,
  clock: Clock,
  fetched: Fetch = fetchJson,
): EntropySource {
  const { DRAW_ENTROPY: mode, DRAW_WITNESS_URL: witnessUrl = '' } = config;
  const witness = async (): Promise<z.output<typeof Witness>> =>
    Witness.parse(await fetched(`${witnessUrl}/info`, TRY_MS));

  return {
    async choose(closesAt) {
      if (mode === 'drand') return drand(closesAt);
      if (mode === 'auto') {
        const latest = await fetched(`${DRAND}/${QUICKNET.chain}/public/latest`, TRY_MS).catch(() => undefined);
        return Round.safeParse(latest).success ? drand(closesAt) : NONE;
      }
      if (mode === 'witness') {
        const { anchor, period, genesis } = await witness();
        const round = Math.max(1, Math.ceil((closesAt + ENTROPY_DELAY_MS - genesis) / period));
        return { kind: 'witness', chain: anchor, round, dueAt: genesis + round * period };
      }
      return NONE;
    },
    async valueOf({ kind, chain, round, closesAt }) {
      if (kind === 'none') return { value: new Uint8Array(32) };
      if (kind === 'witness') {
        const found = await fetched(`${witnessUrl}/round/${round}`, FETCH_MS);
        if (found === undefined) return undefined;
        const value = unhex(WitnessRound.parse(found).value);
        if (!isWitnessEntropy({ chain, round, value }))
          throw new Error(`the witness's round ${round} is not of its chain`);
        return { value };
      }
      if (clock.now() < roundTimeMs(round)) return undefined;
      const found = await fetched(`${DRAND}/${chain}/public/${round}`, FETCH_MS);
      if (found === undefined) return undefined;
      const signature = unhex(Round.parse(found).signature);
      const value = hash(signature);
      if (!isBeaconEntropy({ chain, round, closesAt, value, signature })) {
        throw new Error(`round ${round} of the beacon is not signed by it`);
      }
      return { value, signature };
    },
  };
}
