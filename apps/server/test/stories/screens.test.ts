import { calls } from '@khara/contract';
import { nextRegularDay } from '@khara/rules';
import { beforeAll, describe, expect, it } from 'vitest';
import { presentRatios } from '#modules/companies/handlers.ts';
import { createCompanyHandlers, createScreenHandlers } from '#modules/companies/index.ts';
import { presentQuote } from '#modules/market/quotes.ts';
import { companiesOn } from '#test/companies.ts';
import { useTestDatabase } from '#test/database.ts';
import { openTrading, type Trading } from '#test/trading.ts';
import { valueOf } from '#test/deps.ts';

describe('a screen', () => {
  const database = useTestDatabase();
  let trading: Trading;
  let screening: ReturnType<typeof createScreenHandlers>;
  beforeAll(async () => {
    trading = await openTrading(database.app, { daySeconds: '60' });
    screening = createScreenHandlers(companiesOn(trading.deps, trading.deps.market.now().marketDate));
  });

  it('finds shares by their figures, says of how many, and counts those without one', async () => {
    const { deps } = trading;
    const { caller } = trading.member();
    const all = valueOf(await screening.screen(deps, caller, {}));
    expect(calls.screen.data.safeParse(all).error).toBeUndefined();
    expect(all.list).toHaveLength(all.total);
    const first = valueOf(await screening.screen(deps, caller, { size: 2 }));
    expect(first).toMatchObject({ list: all.list.slice(0, 2), nextCursor: all.list[1]!.code, found: all.total });
    const last = valueOf(await screening.screen(deps, caller, { size: 100, cursor: all.list.at(-3)!.code }));
    expect(last).toMatchObject({ list: all.list.slice(-2), nextCursor: null, found: all.total });
    const { market } = deps;
    for (const { code, price, size } of all.list) {
      const { issuer } = market.instrument(code)!;
      if (!issuer) throw new Error(`${code} is no share`);
      const worth = Number(price) * issuer.sharesOutstanding;
      expect(Math.abs(Number(size) - worth / 1e7), code).toBeLessThan(0.01);
    }
    const losses = all.list.filter(({ pe }) => pe === null).length;
    const middle = all.list
      .flatMap(({ pe }) => (pe === null ? [] : [Number(pe)]))
      .toSorted((a, b) => a - b)
      .at(all.list.length >> 1);
    const cheap = valueOf(await screening.screen(deps, caller, { conditions: `pe=-${middle}&stage=normal` }));
    expect(cheap.total).toBe(all.total);
    expect(cheap.unknown).toEqual(losses > 0 ? { pe: losses } : {});
    expect(cheap.list.length).toBeGreaterThan(0);
    const passing = all.list.filter(({ pe, stage }) => pe !== null && Number(pe) <= middle! && stage === 'normal');
    expect(cheap.list.map(({ code }) => code)).toEqual(passing.map(({ code }) => code));
  });

  it('has words for what has no meaning, in the language of the reader, as the page and the quote have', async () => {
    const { deps } = trading;
    const { caller } = trading.member();
    const hindi = { ...caller, language: 'hi' as const };
    const companies = companiesOn(deps, deps.market.now().marketDate);
    const { company } = createCompanyHandlers(companies);
    const { list } = valueOf(await screening.screen(deps, caller, {}));
    for (const { code, words, pe, debtToEquity, payout } of list) {
      const { quarters } = valueOf(await company(deps, caller, { code }));
      const hasDebt = quarters.at(-1)!.balance.borrowings !== '0.00';
      expect(words, code).toEqual({
        ...(pe === null && { pe: 'loss' }),
        ...(debtToEquity === '0.00' && { debtToEquity: hasDebt ? '< 0.01' : 'no debt' }),
        ...(payout === null && { payout: '–' }),
      });
    }
    const { now } = (await companies.ratios()).get('AAMRAI')!;
    const owing = presentRatios({ ...now, hasDebt: true, debtToEquityHundredths: 0 }, 'en');
    expect(owing.words.debtToEquity, 'debt that rounds to nothing').toBe('< 0.01');
    const loss = list.find(({ pe }) => pe === null)!;
    expect(list.some(({ words }) => words.debtToEquity)).toBe(true);
    expect(valueOf(await company(deps, caller, { code: loss.code })).ratios!.words).toEqual(loss.words);
    expect(valueOf(await company(deps, hindi, { code: loss.code })).ratios!.words).toMatchObject({ pe: 'घाटा' });
    const reader = {
      watched: new Set<string>(),
      marketDate: deps.market.now().marketDate,
      language: 'en' as const,
      yearlyProfit: await companies.yearlyProfits(),
    };
    const quote = (code: string) => presentQuote(deps.market.instrument(code)!, deps.market.quote(code)!, reader, 0);
    expect(quote(loss.code)).toMatchObject({ pe: null, peWord: 'loss' });
    expect(quote('AAMRAI')).not.toHaveProperty('peWord');
  });

  it('looks at what the page of each company says', async () => {
    const { deps } = trading;
    const { caller } = trading.member();
    const { company } = createCompanyHandlers(companiesOn(deps, deps.market.now().marketDate));
    const { list } = valueOf(
      await screening.screen(deps, caller, { conditions: 'growth=5-&roe=12-&debt=-0.5&payout=1-' }),
    );
    expect(list.length).toBeGreaterThan(0);
    for (const share of list) {
      const { ratios } = valueOf(await company(deps, caller, { code: share.code }));
      const { pe, pb, returnOnEquity, debtToEquity, yearGrowth, dividendYield, payout, marketValue } = ratios!;
      const figures = { pe, pb, returnOnEquity, debtToEquity, yearGrowth, dividendYield, payout, size: marketValue };
      expect(share).toMatchObject(figures);
      expect(Number(yearGrowth), share.code).toBeGreaterThanOrEqual(5);
      expect(Number(returnOnEquity), share.code).toBeGreaterThanOrEqual(12);
      expect(Number(debtToEquity), share.code).toBeLessThanOrEqual(0.5);
      expect(Number(payout), share.code).toBeGreaterThanOrEqual(1);
    }
  });

  it('is kept by name, ten for a member, and gone when it is removed', async () => {
    const { deps } = trading;
    const [{ caller }, { caller: stranger }] = [trading.member(), trading.member()];
    const first = valueOf(await screening.saveScreen(deps, caller, { name: 'Cheap', conditions: 'pe=-15' }));
    const again = valueOf(await screening.saveScreen(deps, caller, { name: 'Cheap', conditions: 'pe=-12' }));
    expect(again).toEqual({ ...first, conditions: 'pe=-12' });
    for (let made = 1; made < 10; made += 1)
      valueOf(await screening.saveScreen(deps, caller, { name: `S${made}`, conditions: 'pe=-9' }));
    expect(await screening.saveScreen(deps, caller, { name: 'one more', conditions: '' })).toMatchObject({
      refused: 'too_many_screens',
    });
    valueOf(await screening.saveScreen(deps, caller, { name: 'Cheap', conditions: 'pe=-11' }));
    await screening.removeScreen(deps, stranger, { id: first.id });
    expect(valueOf(await screening.screens(deps, caller)).list).toHaveLength(10);
    await screening.removeScreen(deps, caller, { id: first.id });
    expect(valueOf(await screening.screens(deps, caller)).list.map(({ name }) => name)).not.toContain('Cheap');
    expect(valueOf(await screening.screens(deps, stranger)).list).toEqual([]);
  });

  it.each(['pe=20-5', 'stage=great', 'pe=x'])('refuses "%s", which is no condition', (conditions) => {
    expect(calls.screen.body.safeParse({ conditions }).error?.issues[0]?.message).toBe('invalid_input');
  });
});

describe('where a share stood at the last close', () => {
  const database = useTestDatabase();
  const [WATCHED, CALM] = ['PATTIMAR', 'AAMRAI'];

  it('is said where it stands elsewhere now, from the log of that day', async () => {
    const trading = await openTrading(database.app, { daySeconds: '60', codes: [CALM, WATCHED, 'ALANKRITI'] });
    const { deps } = trading;
    const { caller } = trading.member();
    const first = deps.market.now().marketDate;
    expect(await companiesOn(deps, first).dayBefore()).toBeUndefined();
    const next = nextRegularDay(first);
    const companies = companiesOn(deps, next); // its history ends before the first day
    await trading.stepUntil(() => deps.market.now().marketDate === next);
    const before = (await companies.dayBefore())!;
    expect(before.marketDate).toBe(first);
    expect(before.issuers.get(WATCHED)?.surveillance?.stage).toBe(
      deps.market.instrument(WATCHED)!.issuer!.surveillance!.stage,
    );
    const placesWith = async (issuers: typeof before.issuers) => {
      const handlers = createScreenHandlers({ ...companies, dayBefore: async () => ({ ...before, issuers }) });
      const { list } = valueOf(await handlers.screen(deps, caller, {}));
      return Object.fromEntries(list.map(({ code, placeAtClose }) => [code, placeAtClose]));
    };
    expect(await placesWith(before.issuers)).toEqual({ [CALM]: undefined, [WATCHED]: undefined, ALANKRITI: undefined });
    const [watched, calm] = [before.issuers.get(WATCHED)!, before.issuers.get(CALM)!];
    const others = new Map([
      ...before.issuers,
      [WATCHED, { ...watched, surveillance: undefined }],
      [CALM, { ...calm, suspended: true }],
    ]);
    expect(await placesWith(others)).toEqual({
      [CALM]: { stage: 'suspended', band: expect.any(String) as string },
      [WATCHED]: { stage: 'normal', band: expect.any(String) as string },
      ALANKRITI: undefined,
    });
  });
});
