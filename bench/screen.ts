import { createScreenHandlers } from '../apps/server/src/modules/market/index.ts';
import { readUniverse } from '@khara/universe/node';
import { isCompany } from '@khara/universe';
import type { BenchLine } from './bench-line.ts';
import { middle } from './middle.ts';

/** Shares of the market, and of one of the size of a whole exchange. */
const SIZES = [240, 5_000] as const;
const ROUNDS = 40;
const CONDITIONS = 'pe=5-25&size=1000-&yield=0-&stage=normal';

/** A market of so many shares, whose prices stand still, as the screener asks for it. */
function standingMarket(count: number) {
  const issuers = readUniverse().issuers.filter(isCompany);
  const instruments = Array.from({ length: count }, (_, at) => {
    const issuer = issuers[at % issuers.length]!;
    const code = at < issuers.length ? issuer.code : `${issuer.code}${at}`;
    return { code, kind: 'share' as const, issuer: { ...issuer, code }, tick: issuer.tickPaise, tradable: true };
  });
  const quotes = new Map(
    instruments.map(({ code, issuer }) => [
      code,
      { code, lastPrice: issuer.referencePricePaise, previousClose: issuer.referencePricePaise },
    ]),
  );
  return {
    now: () => ({ marketDate: '2026-11-26' }),
    instruments: () => instruments,
    quote: (code: string) => quotes.get(code),
  };
}

/** A screen of four conditions, from its figures to the JSON of its answer; beside the JSON alone. */
export async function benchScreen(): Promise<BenchLine[]> {
  const lines: BenchLine[] = [];
  for (const count of SIZES) {
    const { screen } = createScreenHandlers();
    // What the call uses of a server.
    const deps = { market: standingMarket(count), db: { query: async () => [] } } as unknown as Parameters<
      typeof screen
    >[0];
    const caller = { language: 'en' } as Parameters<typeof screen>[1];
    const [whole, json]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      const begun = performance.now();
      const answer = await screen(deps, caller, { conditions: CONDITIONS });
      const answered = performance.now();
      const text = JSON.stringify(answer);
      json.push(performance.now() - answered);
      whole.push(performance.now() - begun);
      if (text.length < 100) throw new Error('the screen finds nothing');
    }
    const [product, baseline] = [middle(whole), middle(json)];
    lines.push({
      name: `a screen of four conditions over ${count} shares`,
      key: String(count),
      product,
      baseline,
      unit: 'ms',
      ratio: product / baseline,
      note: 'baseline: the JSON of the shares that it finds',
    });
  }
  return lines;
}
