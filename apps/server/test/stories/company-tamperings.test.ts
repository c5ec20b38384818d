import { createHistory, historyDays } from '@khara/history';
import { accountsRoot, hex, readCheckpoint, saysInLog, unhex } from '@khara/proof';
import { addDays } from '@khara/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certifyNode, sealLog } from '#modules/ledger/index.ts';
import { createCompanies, createCompanyHandlers } from '#modules/companies/index.ts';
import { dayProof, resultDay } from '#modules/orders/journal/order-log.ts';
import { asAdministrator } from '#src/adapters/database.ts';
import { createSeeds, seedOfDay, seedOfHistory } from '#src/venue/seeds.ts';
import type { FreshDatabase } from '#src/verify/index.ts';
import { useBackOffice, type BackOffice } from '#test/back-office.ts';
import { LOG_KEY, NODE_KEY, TestClock, valueOf } from '#test/deps.ts';
import { announceInstead } from '#test/ex-dates.ts';
import { copiesOf } from '#test/lived.ts';
import { madeInEmpty, tamper, wrongIn } from '#test/tampered.ts';
import { COMPANIES } from '#test/tamperings/companies.ts';
import { openTrading } from '#test/trading.ts';

/** They publish on the same day. */
const [PAYS, GIVES] = ['BHOOGARBHA', 'DONGAREM'] as const;
const [FIRST, RESULTS] = ['2026-12-29', '2027-01-12'] as const;

describe('a database whose market went through a results day', () => {
  const office = useBackOffice();
  let copies: Awaited<ReturnType<typeof copiesOf>>;
  let made: FreshDatabase;
  let company: Awaited<ReturnType<typeof live>>;
  beforeAll(async () => {
    made = await madeInEmpty();
    company = await live(office);
    copies = await copiesOf(office);
  });
  afterAll(() => copies?.end());

  it('is found whole', async () => {
    expect(await copies.with((connection) => wrongIn(connection, made))).toEqual([]);
  });

  it('has published what the record of the day’s opening says, and a device finds it', () => {
    const { quarters, sealed, proof } = company;
    expect(quarters.at(-1)).toMatchObject({ quarter: '2026-12-31', publishedOn: RESULTS });
    expect(Number(quarters.at(-1)!.dividends)).toBeGreaterThan(0);
    const root = (of: typeof quarters) =>
      hex(accountsRoot(GIVES, unhex(sealed!.before), of, { ...sealed!, path: sealed!.path.map(unhex) })!);
    const { record, log } = proof;
    const says = { session: 'opening', marketDate: addDays(RESULTS, 1), companies: root(quarters) };
    expect(saysInLog(record!, 'market.session', says)).toBe(true);
    expect(readCheckpoint(record!.note, { name: log.name, publicKey: unhex(log.publicKey) }).ok).toBe(true);
    const [first, ...rest] = quarters;
    const other = [{ ...first!, profitAndLoss: { ...first!.profitAndLoss, profit: '0.01' } }, ...rest];
    expect(root(other)).not.toBe(root(quarters));
  });

  it('knows when the results were heard on their day, and on no other', () => {
    const { at, isKept } = company.published;
    expect(isKept).toBe(true);
    const time = new Date(at! + 330 * 60_000).toISOString();
    expect(time > `${RESULTS}T09:15` && time < `${RESULTS}T15:30`, time).toBe(true);
    expect(company.dayAfter.at).toBeNull();
  });

  it('has the accounts of its own in its place alone', () => {
    const { quarters, sealed, proof } = company;
    const of = { ...sealed!, path: sealed!.path.map(unhex) };
    expect(proof.record!.json).toContain(hex(accountsRoot(GIVES, unhex(sealed!.before), quarters, of)!));
    expect(proof.record!.json).not.toContain(hex(accountsRoot(PAYS, unhex(sealed!.before), quarters, of)!));
  });

  it.each(COMPANIES)('is found out when $name', async (tampering) => {
    const found = await copies.with(async (connection) => {
      const touched = await asAdministrator(connection, (client) => tamper(client, tampering));
      expect(touched, 'rows touched').toBeGreaterThan(0);
      return wrongIn(connection, made);
    });
    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining([...tampering.found]));
  });
});

/** Lives from a dividend, and a bonus before another one, to the day after results. Answers what the call says then. */
async function live(office: BackOffice) {
  const { database } = office;
  const { keys } = office.deps;
  await certifyNode(database.app, LOG_KEY, NODE_KEY);
  const trading = await openTrading(database.app, {
    codes: [PAYS, GIVES],
    daySeconds: '10',
    start: Date.UTC(2026, 11, 29, 6),
  });
  const { deps } = trading;
  const { market } = deps;
  expect(market.now().marketDate).toBe(FIRST);
  const announce = (exDate: string, code: string, bonus: boolean) => ({
    id: `${code}-${exDate}-${bonus}`,
    code,
    exDate,
    announcedOn: FIRST,
    terms: bonus
      ? ({ kind: 'bonus', a: 1, b: 1 } as const)
      : ({ kind: 'dividend', perSharePaise: 500, paysOn: addDays(exDate, 20) } as const),
  });
  await announceInstead(database, '2026-12-30', [announce('2026-12-30', GIVES, true)], 1);
  const dividends = [PAYS, GIVES].map((code) => announce('2026-12-31', code, false));
  await announceInstead(database, '2026-12-31', dividends, 1);
  await trading.stepUntil(() => market.now().marketDate > RESULTS);

  const seeds = createSeeds({ installSecret: deps.keys.installSecret, config: deps.config });
  const history = createHistory({
    seed: seedOfHistory(seeds, FIRST),
    days: historyDays(FIRST),
    issuers: [],
    indices: [],
  });
  const seedOf = (day: number, date: string) => seedOfDay(seeds, day, date);
  const handlers = createCompanyHandlers(createCompanies({ ...deps, history, seedOf }));
  const said = valueOf(await handlers.company(deps, trading.member().caller, { code: GIVES }));
  const published = valueOf(await resultDay(deps, { code: GIVES, marketDate: RESULTS }));
  const dayAfter = valueOf(await resultDay(deps, { code: GIVES, marketDate: market.now().marketDate }));
  await trading.venue.stop();
  await office.ownClock();
  const clock = new TestClock();
  clock.advance(60 * 60_000);
  await sealLog({ db: database.app, clock, keys });
  const asked = { marketDate: market.now().marketDate, session: 'opening' } as const;
  return { ...said, published, dayAfter, proof: valueOf(await dayProof({ db: database.app, keys }, asked)) };
}
