import { createHistory, historyDays } from '@khara/history';
import { createCompanies, createScreenHandlers } from '../apps/server/src/modules/companies/index.ts';
import { readUniverse } from '@khara/universe/node';
import { isCompany } from '@khara/universe';
import type { BenchLine } from './bench-line.ts';
import { middle } from './middle.ts';

/** Shares of the market, and of one of the size of a whole exchange. */
const SIZES = [240, 5_000] as const;
const ROUNDS = 40;
const DATE = '2026-11-26';
const CONDITIONS = 'pe=5-25&size=1000-&debt=0-&stage=normal';

/** A market of a number of shares, whose prices stand still, as the screener asks for it. */
function standingMarket(count: number) {
  const issuers = readUniverse().issuers.filter(isCompany);
  const instruments = Array.from({ length: count }, (_, at) => {
    const issuer = issuers[at % issuers.length]!;
    const code = at < issuers.length ? issuer.code : `${issuer.code}${at}`;
    return {
      code,
      kind: 'share' as const,
      issuer: { ...issuer, code },
      written: { ...issuer, code },
      tick: issuer.tickPaise,
      tradable: true,
    };
  });
  const quotes = new Map(
    instruments.map(({ code, issuer }) => [
      code,
      { code, lastPrice: issuer.referencePricePaise, previousClose: issuer.referencePricePaise },
    ]),
  );
  return {
    now: () => ({ marketDate: DATE }),
    instruments: () => instruments,
    instrument: () => undefined,
    quote: (code: string) => quotes.get(code),
  };
}

/** A screen of four conditions, from its figures to the JSON of its answer; beside the JSON alone. */
export async function benchScreen(): Promise<BenchLine[]> {
  const lines: BenchLine[] = [];
  for (const count of SIZES) {
    const market = standingMarket(count);
    const issuers = market.instruments().map(({ issuer }) => issuer);
    const seed = new Uint8Array(32).fill(7);
    const history = createHistory({ seed, days: historyDays(DATE), issuers, indices: [] });
    // What the call uses of a server.
    const parts = { market, db: { query: async () => [] } } as unknown as Parameters<
      ReturnType<typeof createScreenHandlers>['screen']
    >[0];
    const { screen } = createScreenHandlers(createCompanies({ ...parts, history, seedOf: () => seed }));
    const caller = { language: 'en' } as Parameters<typeof screen>[1];
    const [whole, json]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      const begun = performance.now();
      const answer = await screen(parts, caller, { conditions: CONDITIONS });
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
