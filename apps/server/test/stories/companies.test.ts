import { calls } from '@khara/contract';
import { createHistory, ratiosAt } from '@khara/history';
import { addDays, lastQuarterEnd, nextQuarterEnd, resultsDay } from '@khara/rules';
import { beforeAll, describe, expect, it } from 'vitest';
import { decimalIn } from '@khara/texts';
import { companyNews } from '#modules/articles/index.ts';
import { createCompanyHandlers, crores } from '#modules/companies/index.ts';
import { createCharts, createMarketHandlers, createWatchlists } from '#modules/market/index.ts';
import { resultsOn } from '#src/venue/day-inputs.ts';
import { createSeeds } from '#src/venue/seeds.ts';
import { memoryBus } from '#src/adapters/bus/memory-bus.ts';
import { companiesOn } from '#test/companies.ts';
import { useTestDatabase } from '#test/database.ts';
import { valueOf } from '#test/deps.ts';
import { announceInstead } from '#test/ex-dates.ts';
import { openTrading, type Trading } from '#test/trading.ts';

describe('the accounts of a company', () => {
  const database = useTestDatabase();
  let trading: Trading;
  beforeAll(async () => {
    trading = await openTrading(database.app, { daySeconds: '60' });
  });

  const companiesAt = (marketDate: string, seed?: number) => companiesOn(trading.deps, marketDate, seed);

  it('are given with ratios that follow from them at the last price', async () => {
    const { deps } = trading;
    const { caller } = trading.member();
    const handlers = createCompanyHandlers(companiesAt(deps.market.now().marketDate));
    const company = valueOf(await handlers.company(deps, caller, { code: 'AAMRAI' }));
    expect(calls.company.data.safeParse(company).error).toBeUndefined();
    const year = company.quarters.slice(-4).reduce((sum, { profitAndLoss }) => sum + Number(profitAndLoss.profit), 0);
    const { issuer } = deps.market.instrument('AAMRAI')!;
    const value = (deps.market.quote('AAMRAI')!.lastPrice * issuer!.sharesOutstanding) / 1e9;
    expect(Number(company.ratios!.pe)).toBeCloseTo(value / year, 1);
    expect(Number(company.ratios!.marketValue)).toBeCloseTo(value, 1);
    const { profitAndLoss, balance, expected, surprise } = company.quarters.at(-1)!;
    const worth = (Number(balance.shareCapital) + Number(balance.reserves)) * 1e7;
    expect(Number(company.ratios!.bookValue)).toBeCloseTo(worth / issuer!.sharesOutstanding, 1);
    expect(company.listedOn).toBe(issuer!.listedOn);
    const base = Math.max(Math.abs(Number(expected.profit)), value / 200);
    expect(Number(surprise)).toBeCloseTo(((Number(profitAndLoss.profit) - Number(expected.profit)) / base) * 100, 1);
    expect(company.next!.on > deps.market.now().marketDate).toBe(true);
    expect(await handlers.company(deps, caller, { code: 'NOSUCH' })).toMatchObject({ refused: 'unknown_code' });

    const results = valueOf(await handlers.results(deps, caller));
    expect(calls.results.data.safeParse(results).error).toBeUndefined();
    const dates = results.list.map(({ on }) => on);
    expect(dates).toEqual(dates.toSorted());
    for (const { on, came, surprise } of results.list) {
      expect(came === null, on).toBe(on >= results.marketDate);
      expect(surprise === null, on).toBe(came === null);
    }
  });

  it('have a quarter more on the market day after its results, and not before', async () => {
    const { marketDate } = trading.deps.market.now();
    const before = await companiesAt(marketDate).accounts('AAMRAI');
    const quarter = nextQuarterEnd(before.at(-1)!.quarter);
    const on = resultsDay('AAMRAI', quarter);
    expect(await companiesAt(on).accounts('AAMRAI')).toEqual(before);
    const after = await companiesAt(addDays(on, 1)).accounts('AAMRAI');
    expect(after.slice(0, -1)).toEqual(before);
    expect(after.at(-1)!.quarter).toBe(quarter);
  });

  it('make the P/E of its quote, as on its own page, before and after results', async () => {
    const { deps } = trading;
    const { caller } = trading.member();
    const { marketDate } = deps.market.now();
    const last = (await companiesAt(marketDate).accounts('AAMRAI')).at(-1)!;
    const after = addDays(resultsDay('AAMRAI', nextQuarterEnd(last.quarter)), 1);
    const history = createHistory({ seed: new Uint8Array(32), days: [], issuers: [], indices: [] });
    const found = await Promise.all(
      [marketDate, after].map(async (day) => {
        const companies = companiesAt(day);
        const quotes = createMarketHandlers({
          charts: createCharts({ db: deps.db, history, market: deps.market }),
          companies,
          watchlists: createWatchlists(deps.db, memoryBus(deps.log)),
        });
        const { pe } = valueOf(await quotes.marketDetail(deps, caller, { code: 'AAMRAI' }));
        const { ratios } = valueOf(await createCompanyHandlers(companies).company(deps, caller, { code: 'AAMRAI' }));
        expect(pe, day).toBe(ratios!.pe);
        return pe;
      }),
    );
    expect(found[0]).not.toBe(found[1]);
  });

  it('follow from the seed of the day on which they came out', async () => {
    const { market } = trading.deps;
    const { marketDate } = market.now();
    const quarter = nextQuarterEnd((await companiesAt(marketDate).accounts('AAMRAI')).at(-1)!.quarter);
    const on = resultsDay('AAMRAI', quarter);
    const latest = async (seed: number) => (await companiesAt(addDays(on, 1), seed).accounts('AAMRAI')).at(-1)!;
    // The market would take weeks to get there.
    await database.admin.query('test.free_days', 'ALTER TABLE market.day DISABLE TRIGGER follow_days');
    await database.admin.query(
      'test.day',
      `INSERT INTO market.day (market_day, market_date, profile, steps, first_step, seed_hash, began_ms)
       SELECT max(market_day) + 1, $1, 'compressed', 240, 0, '', 1 FROM market.day`,
      [on],
    );
    const [one, other] = [await latest(1), await latest(2)];
    expect(await latest(1)).toEqual(one);
    expect(one.profitAndLoss.profit).not.toBe(other.profitAndLoss.profit);
    expect(one.expected).toEqual(other.expected);

    // On the day after, a screen knows the accounts of the day before, too; a day later all have them.
    const ratiosOn = async (day: string) => (await companiesAt(day).ratios()).get('AAMRAI')!;
    const after = await ratiosOn(addDays(on, 1));
    const old = await companiesAt(on).accounts('AAMRAI');
    const { issuer } = market.instrument('AAMRAI')!;
    const { previousClose } = market.quote('AAMRAI')!;
    expect(after.atClose).toEqual(ratiosAt(old, previousClose, issuer!.sharesOutstanding));
    expect(after.atClose!.quarterGrowthBps).not.toBe(after.now.quarterGrowthBps);
    expect((await ratiosOn(on)).atClose).toBeUndefined();
  });

  it('are in the news of their day, in each language, as they are published', async () => {
    const { config, db, keys, market } = trading.deps;
    const { marketDate: today } = market.now();
    const seeds = createSeeds({ installSecret: keys.installSecret, config });
    const instrument = market.instrument('AAMRAI')!;
    const issuer = instrument.written!;
    const quarter = nextQuarterEnd((await companiesAt(today).accounts('AAMRAI')).at(-1)!.quarter);
    const marketDate = resultsDay('AAMRAI', quarter);
    const draw = { surprise: 700, chance: 12_345 };
    const results = await resultsOn(db, seeds, { marketDate, issuer, draw });
    expect(results.quarter).toBe(quarter);
    const news = { code: 'AAMRAI', about: 'results_above', bps: 120, figure: 50 } as const;
    const { texts } = companyNews(instrument, news, { marketDate, at: 1, results });
    for (const language of ['en', 'hi', 'zh-Hant', 'zh-Hans'] as const) {
      const { summary } = texts[language];
      const { profitAndLoss, expected } = results;
      for (const lakhs of [profitAndLoss.profit, profitAndLoss.revenue, expected.profit])
        expect(summary).toContain(`₹${decimalIn(language, crores(lakhs))}`);
      expect(summary).not.toContain('{{');
    }
    const other = companyNews(instrument, { ...news, about: 'upgrade' }, { marketDate, at: 1 });
    expect(other.texts.en.summary).not.toContain('₹');
  });

  it('pay the dividends that went ex in the quarter, of all shares', async () => {
    const { market } = trading.deps;
    const { marketDate } = market.now();
    const exDate = addDays(marketDate, 7);
    const quarter = nextQuarterEnd(lastQuarterEnd(exDate));
    const known = addDays(resultsDay('AAMRAI', quarter), 1);
    const read = async () => (await companiesAt(known).accounts('AAMRAI')).find((one) => one.quarter === quarter)!;
    const without = await read();
    await announceInstead(
      database,
      exDate,
      [
        {
          id: `AAMRAI-${exDate}`,
          code: 'AAMRAI',
          exDate,
          announcedOn: marketDate,
          terms: { kind: 'dividend', perSharePaise: 1_000, paysOn: addDays(exDate, 7) },
        },
      ],
      0,
    );
    const paid = await read();
    const { sharesOutstanding } = market.instrument('AAMRAI')!.issuer!;
    expect(paid.dividends - without.dividends).toBe(Math.round(sharesOutstanding / 10_000));
    expect(without.balance.reserves - paid.balance.reserves).toBe(paid.dividends - without.dividends);
  });

  it('name what a rights issue brought in and what a bonus made capital of', async () => {
    const { market } = trading.deps;
    const { marketDate } = market.now();
    const exDate = addDays(marketDate, 8);
    const quarter = nextQuarterEnd(lastQuarterEnd(exDate));
    const read = async (code: string) => {
      const all = await companiesAt(addDays(resultsDay(code, quarter), 1)).accounts(code);
      return all.find((one) => one.quarter === quarter)!;
    };
    const codes = ['AAMRAI', 'ACHALGARH'] as const;
    const [first, second] = await Promise.all(codes.map(read));
    const announced = { exDate, announcedOn: marketDate };
    await announceInstead(
      database,
      exDate,
      [
        {
          ...announced,
          id: `AAMRAI-${exDate}`,
          code: 'AAMRAI',
          terms: { kind: 'rights', a: 1, b: 5, price: 100_00, shares: 1_000_000 },
        },
        { ...announced, id: `ACHALGARH-${exDate}`, code: 'ACHALGARH', terms: { kind: 'bonus', a: 1, b: 1 } },
      ],
      0,
    );
    const [rights, bonus] = await Promise.all(codes.map(read));
    const worth = ({ balance }: NonNullable<typeof rights>) => balance.shareCapital + balance.reserves;
    expect(rights!.notes).toMatchObject({ rights: 1_000, bonus: 0 });
    expect(worth(rights!) - worth(first!)).toBe(1_000);
    expect(bonus!.notes).toMatchObject({ rights: 0, bonus: second!.balance.shareCapital });
    expect(bonus!.balance.shareCapital).toBe(2 * second!.balance.shareCapital);
    expect(worth(bonus!)).toBe(worth(second!));
  });
});
