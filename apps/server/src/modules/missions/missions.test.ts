import type { MissionId } from '@khara/contract';
import { readUniverse } from '@khara/universe/node';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { companiesOn } from '#test/companies.ts';
import { valueOf } from '#test/deps.ts';
import { openTrading, type Trader, type Trading } from '#test/trading.ts';
import { createCompanyHandlers } from '#modules/companies/index.ts';
import { createMissionHandlers } from './index.ts';

const CODE = 'AAMRAI';
/** Enough companies of one sector for a question to have an answer. */
const SECTOR = readUniverse().issuers.flatMap(({ code, sectorKey }) => (sectorKey === 'fmcg' ? [code] : []));

const by = (a: string | null, b: string | null) => Math.abs(Number(a) - Number(b)).toFixed(2);

describe('missions of a member', () => {
  const database = useTestDatabase();
  let trading: Trading;
  let handlers: ReturnType<typeof createMissionHandlers>;
  let companies: ReturnType<typeof companiesOn>;
  beforeAll(async () => {
    trading = await openTrading(database.app, { daySeconds: '60', seed: 'missions', codes: SECTOR });
    await trading.stepUntil(() => trading.deps.market.now().session === 'open' && trading.hasInside(CODE));
    companies = companiesOn(trading.deps, trading.deps.market.now().marketDate);
    handlers = createMissionHandlers(companies);
  });

  const progressOf = async ({ caller }: Trader) => {
    const answer = await handlers.missions(trading.deps, caller);
    if (answer.refused !== undefined) throw new Error(answer.refused);
    return Object.fromEntries(answer.value.missions.map((one) => [one.id, one]));
  };
  const isRight = async ({ caller }: Trader, id: MissionId, answer: string) => {
    const said = await handlers.missionAnswer(trading.deps, caller, { id, answer });
    return said.refused === undefined && said.value.right;
  };
  const funded = async (): Promise<Trader> => {
    const member = trading.member();
    await member.deposit(50_00_000_00n);
    return member;
  };

  it('are recognised from what orders wrote, as soon as it is written', async () => {
    const member = await funded();
    expect((await progressOf(member))['buy']).toMatchObject({ state: 'open', at: null });
    const { id } = await member.buy({ code: CODE, quantity: 7 });
    const found = (await progressOf(member))['buy'];
    expect(found).toMatchObject({ state: 'seen', about: { id, kind: 'order', code: CODE }, quantity: 7 });
    const { averagePrice } = await member.detail(id);
    expect(await isRight(member, 'buy', averagePrice!)).toBe(true);
    expect(await isRight(member, 'buy', '1.00')).toBe(false);
    expect((await progressOf(member))['hold']).toMatchObject({ state: 'nearly', nearly: 'today' });
  });

  it('know the queue that an order found, and that it was taken back', async () => {
    const member = await funded();
    const price = trading.inside(CODE);
    const { id } = await member.buy({ code: CODE, quantity: 5, price });
    expect((await progressOf(member))['wait']).toMatchObject({ state: 'nearly', nearly: 'rests' });
    await member.cancel(id);
    expect((await progressOf(member))['wait']).toMatchObject({ state: 'seen', about: { id } });
    expect(await isRight(member, 'wait', '0')).toBe(true);
  });

  it('know an order that was refused since its money is missing', async () => {
    const member = trading.member();
    expect(await member.tryBuy({ code: CODE, quantity: 7 })).toMatchObject({ refused: 'insufficient_funds' });
    expect((await progressOf(member))['refused']).toMatchObject({ state: 'seen' });
    expect(await isRight(member, 'refused', '1')).toBe(true);
  });

  it('are of each member alone, and nothing of them is stored', async () => {
    const [one, other] = [await funded(), await funded()];
    await one.buy({ code: CODE, quantity: 1 });
    expect(Object.values(await progressOf(other)).some(({ state }) => state === 'seen')).toBe(false);
    // The same member at a server that was just started: a session made anew.
    expect((await progressOf(trading.as(one)))['buy']).toMatchObject({ state: 'seen' });
  });

  it('about companies are asked from the start, and answered by what the companies have published', async () => {
    const member = trading.member();
    const { company } = createCompanyHandlers(companies);
    const read = async (code: string | null | undefined) =>
      valueOf(await company(trading.deps, member.caller, { code: code! }));
    const { result, compare, cheap } = await progressOf(member);
    const { profitAndLoss, expected } = (await read(result!.about!.code)).quarters.at(-1)!;
    const [one, other] = [await read(compare!.about!.code), await read(compare!.other)];
    const { quarters } = await read(cheap!.about!.code);
    const answers = {
      result: by(profitAndLoss.profit, expected.profit),
      compare: by(one.ratios!.returnOnEquity, other.ratios!.returnOnEquity),
      cheap: by(quarters.at(-1)!.profitAndLoss.profit, quarters.at(-5)!.profitAndLoss.profit),
    };
    expect([result, compare, cheap].map((mission) => mission!.state)).toEqual(['asked', 'asked', 'asked']);
    for (const [id, answer] of Object.entries(answers) as [keyof typeof answers, string][]) {
      expect(await isRight(member, id, answer), id).toBe(true);
      expect(await isRight(member, id, '0'), id).toBe(false);
    }
  });
});
