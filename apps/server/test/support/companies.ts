import { createHistory, historyDays } from '@khara/history';
import { createCompanies, type Companies } from '#modules/companies/index.ts';
import type { Deps } from '#src/kernel/deps.ts';

/** Companies as they are on a market date, of an installation with a seed. */
export function companiesOn({ db, market }: Pick<Deps, 'db' | 'market'>, marketDate: string, seed = 1): Companies {
  const issuers = market.instruments().flatMap(({ issuer }) => (issuer ? [issuer] : []));
  const history = createHistory({
    seed: new Uint8Array(32).fill(7),
    days: historyDays(market.now().marketDate),
    issuers,
    indices: [],
  });
  const now = () => ({ ...market.now(), marketDate });
  const view = Object.create(market, { now: { value: now } }) as typeof market;
  return createCompanies({ db, market: view, history, seedOf: () => new Uint8Array(32).fill(seed) });
}
