import type { Language } from '@khara/contract';
import { LANGUAGES } from '@khara/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noticeHandlers } from '#test/notice-handlers.ts';
import { client, newMember } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { seededRandom, TestClock, testDeps } from '#test/deps.ts';
import { DAY, recharge } from '#test/ledger-fixtures.ts';
import { textOf } from '#test/pdf-text.ts';
import { createSessions, handlers as accounts } from '#modules/accounts/index.ts';
import { sealLog } from '#modules/ledger/index.ts';
import { signRows } from '#test/sign-rows.ts';
import { quickPasswords } from '#test/quick-passwords.ts';
import { documentThread } from '#src/adapters/document-thread.ts';
import { buildApp } from '#src/app.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { createDocumentHandlers } from './handlers.ts';
import type { Paper } from '#src/ports/printer.ts';
import type { LotSale } from './store.ts';
import { saleGain, computeGains, computeSpeculation, parseYear } from './tax-report.ts';
import { notifyOfNotes } from './notify-of-notes.ts';
import { withPushes } from '#test/pushes.ts';

const database = useTestDatabase({ provesBooks: false });
const printer = documentThread();
const papers: Paper[] = [];
let held: Promise<void> | undefined;
let app: FastifyInstance;
let token: string;
let userId: string;

beforeAll(async () => {
  const random = seededRandom(String(Math.random()));
  const clock = new TestClock();
  const parts = testDeps({}, { TRUSTED_PROXIES: '127.0.0.1' });
  const deps = withPushes({
    ...parts,
    db: database.app,
    clock,
    random,
    sessions: createSessions({ db: database.app, clock }),
    passwords: quickPasswords({ ...parts, random }),
    // No market runs: its day is another one, and it lists nothing.
    market: { now: () => ({ marketDate: '2026-01-05' }), instrument: () => undefined } as unknown as Deps['market'],
  });
  const documents = createDocumentHandlers({
    print: async (paper) => {
      papers.push(paper);
      await held;
      return printer.print(paper);
    },
  });
  app = await buildApp(deps, { ...accounts, ...noticeHandlers, ...documents });
  ({ token, userId } = await newMember(app));
  for (let count = 1; count <= 30; count += 1) await recharge(database.app, userId, 12_345_678n, `RC-${count}`);
  await sealLog(deps);
  await database.admin.query('test.open', 'ALTER TABLE trading.resting_fill DISABLE TRIGGER ALL');
  await database.admin.query(
    'test.fill',
    `INSERT INTO trading.resting_fill (id, order_id, position_id, user_id, asset, code, side, quantity, price_paise, value_paise, brokerage_paise, stt_paise,
       exchange_paise, sebi_paise, stamp_paise, gst_paise, dp_paise, aggressor, at_ms, market_date, market_time, market_day, trade_no, product, phase, mac)
     SELECT n, n, 1, $1, 'EQ:INE000000001', 'THEWA', CASE WHEN n = 3 THEN 'sell' ELSE 'buy' END, 10, 41250, 412500, 500, 413, 12, 1, 62, 92, 0, true, 1767225600000,
       '${DAY}'::date, '${DAY}T10:15:0' || n || '+05:30', 1, n, 'delivery', 'continuous', substring(sha256('') FOR 16) FROM generate_series(1, 3) n`,
    [userId],
  );
  await database.admin.query(
    'test.order',
    `INSERT INTO trading."order" (id, user_id, account_key, request_id, req, code, asset, side, type, product, validity, quantity, price_paise, market_date,
       market_time, accepted_ms, state, filled, frozen_paise, updated_ms, program_key, program_tag)
     SELECT n, $1, 1, CASE n WHEN 2 THEN 'sip:7:1' ELSE 'request-' || n END, sha256('r'), 'THEWA', 'EQ:INE000000001',
       CASE WHEN n = 3 THEN 'sell' ELSE 'buy' END, 'limit', 'delivery', 'day', 10, 41250, '${DAY}', '${DAY}T10:15:00+05:30', 1, 'complete', 10, 0, 1,
       CASE WHEN n = 3 THEN 'key' END, CASE WHEN n = 3 THEN 'first' END FROM generate_series(1, 3) n`,
    [userId],
  );
  await database.app.query(
    'test.note_of_order',
    `INSERT INTO trading.order_note VALUES (1, $1, 'chart', 40000, 43000, 1, '=1+1, or so', '{breakout,gap}', 1)`,
    [userId],
  );
  await database.admin.query(
    'test.day',
    `INSERT INTO market.day (market_day, market_date, profile, steps, first_step, seed_hash, began_ms)
     VALUES (1, '${DAY}'::date, 'compressed', 10, 0, '\\x00', 1)`,
  );
  await database.admin.query(
    'test.note',
    `INSERT INTO trading.contract_note (number, user_id, market_date, settles_on, brokerage_paise, stt_paise, exchange_paise, sebi_paise, stamp_paise,
       gst_paise, dp_paise, estimated_paise, issued_ms, mac) VALUES (900, $1, '${DAY}', '2026-01-05', 1500, 500, 38, 1, 100, 277, 1000, 3240, 1, substring(sha256('x') FOR 16))`,
    [userId],
  );
  await database.admin.query(
    'test.note_line',
    `INSERT INTO trading.contract_note_line VALUES
       (900, 'EQ:INE000000001', 'THEWA', 'delivery', 20, 825000, 10, 412500, 10, 412500, 412500, 1000, 100, 10, 412500, 2416, 400, 'both', substring(sha256('x') FOR 16))`,
  );
  await database.admin.query(
    'test.dividend',
    `INSERT INTO trading.entitlement (action_id, user_id, asset, code, kind, on_date, held, gross_paise, tds_paise, at_ms, pays_on, paid_ms)
     VALUES ('THEWA-2025-12-31', $1, 'EQ:INE000000001', 'THEWA', 'dividend', '2025-12-31', 10, 45000, 4500, 1, '${DAY}', 2)`,
    [userId],
  );
  await signRows(database.admin, parts.keys);
  // So that no lots are made of this note: their sales follow.
  await database.admin.query('test.made', 'INSERT INTO trading.lots_made (user_id, note) VALUES ($1, 900)', [userId]);
  await database.admin.query(
    'test.sale',
    `INSERT INTO trading.lot_sale (user_id, asset, code, note, quantity, acquired_on, sold_on, sold_ms, cost_paise, buy_charges_paise, buy_stt_paise,
       proceeds_paise, sale_charges_paise, sale_stt_paise)
     VALUES ($1, 'EQ:INE000000001', 'THEWA', 900, 4, '2024-12-31', '${DAY}', 0, 100000, 900, 100, 165000, 1100, 165),
            ($1, 'EQ:INE000000001', 'THEWA', 900, 6, '2025-12-31', '${DAY}', 0, 250000, 900, 100, 247500, 1100, 250),
            ($1, 'EQ:INE000000001', 'THEWA', 900, 6, '2024-12-30', '2025-03-31', 0, 600000, 0, 0, 400000, 0, 0),
            ($1, 'EQ:INE000020001', 'THEWA-RE', 900, 10, '2024-02-01', '2024-02-05', 0, 0, 0, 0, 4000130, 0, 0)`,
    [userId],
  );
});
afterAll(async () => {
  await app.close();
  await printer.stop();
});

it('a member who traded is notified once that the contract note is ready, when the day is over', async () => {
  const pushes = testDeps().pushes;
  const deps = { db: database.app, clock: new TestClock(), pushes };
  expect(await notifyOfNotes(deps)).toBe(0);
  await database.admin.query('test.closed', 'UPDATE market.day SET closed_ms = 2');
  expect([await notifyOfNotes(deps), await notifyOfNotes(deps)]).toEqual([1, 0]);
  const own = client(app, { token });
  const [notice] = (await own.get('noticeList', { category: 'transaction' })).list;
  expect(notice).toMatchObject({
    title: 'Your contract note of 2 January 2026 is ready',
    link: '/pages/personal/bill/index',
  });
});

const ask = (path: string, payload: Record<string, string>, language: Language = 'en') => {
  const lang = LANGUAGES.find(({ tag }) => tag === language)?.code ?? 'en';
  return app.inject({ method: 'POST', url: `/app/capital/${path}`, headers: { token, lang }, payload });
};
const refusedFor = async (payload: Record<string, string>) => (await ask('statement', payload)).json().data;
const YEAR = { from: '2026-01-01', to: '2026-12-31' };

describe('a tradebook', () => {
  it('has one line a trade in the columns of brokers, of its dates alone', async () => {
    const lines = (await ask('tradebook', { from: DAY, to: DAY })).payload.trimEnd().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe(
      'symbol,isin,trade_date,exchange,segment,series,trade_type,auction,quantity,price,trade_id,order_id,order_execution_time,placed_by,reason,planned_stop,planned_target,tags,note',
    );
    expect(lines[1]).toMatch(/,chart,400\.00,430\.00,breakout; gap,"'=1\+1, or so"$/);
    expect(lines[2]).toMatch(/,regular,,,,,$/);
    // The mark of a program is a tag.
    expect(lines[3]).toBe(
      `THEWA,INE000000001,${DAY},KHR,EQ,EQ,sell,false,10,412.50,3,3,${DAY}T10:15:03,program,,,,first,`,
    );
    const before = await ask('tradebook', { from: '2020-01-01', to: '2020-01-02' });
    expect(before.payload.trimEnd().split('\r\n')).toHaveLength(1);
  });

  it('is refused for a time that runs backwards', async () => {
    expect((await ask('tradebook', { from: '2026-02-01', to: '2026-01-01' })).json().data).toMatchObject({
      reason: 'invalid_input',
      field: 'from',
    });
  });
});

describe('a statement', () => {
  it('as PDF has every line, the balances, and the label on it', async () => {
    const answer = await ask('statement', { ...YEAR, format: 'pdf' });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="khara-statement-2026-01-01-2026-12-31.pdf"',
    });
    const paper = papers.at(-1);
    expect(paper?.tables[0]?.rows).toHaveLength(31);
    expect(paper?.tables[0]?.totals?.at(-1)?.at(-1)).toBe('37,03,703.40');
    const text = textOf(answer.rawPayload);
    for (const figure of ['37,03,703.40', '1,23,456.78', 'PRACTICE', '30-1', '1 / 1']) expect(text).toContain(figure);
  });

  it('as CSV can be computed with, and computes nothing by itself', async () => {
    const answer = await ask('statement', { ...YEAR, format: 'csv' });
    const [label, head, first, ...rest] = answer.payload.split('\r\n');
    expect(label).toMatch(/^PRACTICE|PRACTICE/);
    expect(label).not.toContain('\uFEFF');
    const sheet = await ask('statement', { ...YEAR, format: 'excel' });
    expect(sheet.payload).toBe(`\uFEFF${answer.payload}`);
    expect(head).toBe('entry,marketDate,at,businessType,currency,changedAmount,before,after,remark,ref');
    expect(first).toMatch(/^1-1,2026-01-02,[^,]*,recharge,INR,123456.78,0.00,123456.78,/);
    expect(rest).toHaveLength(30); // 29 more, and the end of the last
  });

  it('is refused for a time that runs backwards or is too long, and without a session', async () => {
    expect(await refusedFor({ from: '2026-02-01', to: '2026-01-01', format: 'pdf' })).toMatchObject({ field: 'from' });
    expect(await refusedFor({ from: '2024-01-01', to: '2026-01-01', format: 'pdf' })).toMatchObject({ field: 'to' });
    expect(await refusedFor({ ...YEAR, format: 'xls' })).toMatchObject({ field: 'format' });
    expect(await client(app).refused('statementFile', { ...YEAR, format: 'csv' })).toBe(401);
  });

  it('is made one at a time for a member', async () => {
    const gate = Promise.withResolvers<void>();
    held = gate.promise;
    const before = papers.length;
    const first = ask('statement', { from: DAY, to: DAY, format: 'pdf' });
    await expect.poll(() => papers.length, { timeout: 60_000 }).toBe(before + 1);
    const second = await ask('statement', { from: DAY, to: DAY, format: 'csv' });
    expect(second.statusCode).toBe(429);
    expect(second.headers['retry-after']).toBeDefined();
    gate.resolve();
    held = undefined;
    expect((await first).statusCode).toBe(200);
    expect((await ask('statement', { from: DAY, to: DAY, format: 'csv' })).statusCode).toBe(200);
  });
});

describe('a contract note', () => {
  it.each<[Language, string]>([
    ['en', 'Brokerage'],
    ['hi', 'लेनदेन'],
    ['zh-Hant', '手續費'],
    ['zh-Hans', '佣金'],
  ])('in %s has the fills of its day, what nets, and the final charges', async (language, word) => {
    const answer = await ask('contractNote', { marketDate: DAY }, language);
    expect(answer.headers['content-type']).toBe('application/pdf');
    const text = textOf(answer.rawPayload);
    expect(text).toContain(word);
    expect(text).toContain('THEWA');
    const { facts, tables, notes } = papers.at(-1)!;
    const [trades, nets, charges] = tables.map(({ rows }) =>
      rows.map((row) => row.map((cell) => cell.replaceAll(',', ''))),
    );
    expect(facts.map(({ value }) => value)).toContain('N 2026002, 2026-01-05');
    // Brokerage of 5.00 for ten shares: half a rupee a share, on top of the price or off it.
    expect(trades?.map((row) => row.slice(6))).toEqual([
      ['412.50', '0.5000', '413.0000', '4130.00'],
      ['412.50', '0.5000', '413.0000', '4130.00'],
      ['412.50', '0.5000', '412.0000', '4120.00'],
    ]);
    expect(nets).toEqual([['THEWA', '20', '10', '10', '10', '-4125.00']]);
    expect(charges?.map((row) => row[1])).toEqual(['15.00', '0.38', '0.01', '5.00', '1.00', '1.38', '1.39']);
    expect(tables[2]?.totals?.map((row) => row[1]!.replaceAll(',', ''))).toEqual([
      '24.16',
      '8250.00',
      '4125.00',
      '4149.16',
    ]);
    expect(notes.filter((note) => note.includes('3 (first)'))).toHaveLength(1);
    expect(notes.join(' ')).toMatch(/10\.00.*32\.40.*34\.16.*1\.76/);
  });

  it('of a day without fills is refused', async () => {
    expect((await ask('contractNote', { marketDate: '2026-01-03' })).json().data.reason).toBe('no_fills_that_day');
    expect((await ask('contractNote', { marketDate: '2026-99-99' })).json().data.reason).toBe('invalid_input');
  });
});

/** A sale whose gain is all that it brought. */
const saleOf = (soldOn: string, paise: bigint, isLong: boolean): LotSale => ({
  asset: 'EQ:X',
  code: 'X',
  quantity: 1n,
  acquiredOn: undefined,
  soldOn,
  isLong,
  costPaise: 0n,
  buyChargesPaise: 0n,
  buySttPaise: 0n,
  proceedsPaise: paise,
  saleChargesPaise: 0n,
  saleSttPaise: 0n,
});

const carriedIn = async (financialYear: string) => {
  const { payload } = await ask('taxReport', { financialYear, format: 'csv' });
  return payload.split('\r\n').filter((line) => /^carried_forward.*speculative$/.test(line));
};

describe('a tax report', () => {
  it('tells income of a day’s trading, short and long term without STT, and dividends', async () => {
    const answer = await ask('taxReport', { financialYear: '2025-26' });
    expect(textOf(answer.rawPayload)).toContain('2025-26');
    const [trades, lots, dividends, gains, estimate, carried] = papers.at(-1)?.tables ?? [];
    expect(trades?.rows).toEqual([['2026-01-02', 'THEWA', '10', '4,125.00', '4,125.00', '10.00', '-10.00']]);
    expect(dividends?.rows).toEqual([['2026-01-02', 'THEWA', '10', '450.00', '45.00', '405.00']]);
    expect(lots?.rows.map((row) => [row[8], row[9]])).toEqual([
      ['632.65', 'Long'], // 1650.00 - 9.35 - 1000.00 - 8.00
      ['-41.50', 'Short'],
    ]);
    // Speculative result and turnover, short term, entitlements and long term, dividends and the tax on them.
    expect(gains?.rows.map((row) => row[1])).toEqual(['-10.00', '0.00', '-41.50', '0.00', '632.65', '450.00', '45.00']);
    // The short loss of the year first, then that of the year before.
    expect(estimate?.rows.map((row) => row[1])).toEqual(['0.00', '0.00', '0.00', '0.00', '0.00', '0.00']);
    expect(carried?.rows).toEqual([
      ['2024-25', '0.00', '1,408.85', '0.00'],
      ['2025-26', '10.00', '0.00', '0.00'],
    ]);
    expect(papers.at(-1)?.tables.map(({ title }) => title)).toContain('Estimate: as if the shares were real');
  });

  it('carries a speculative loss to the four years that follow, against such income alone', async () => {
    expect(await carriedIn('2024-25')).toEqual(['carried_forward,2024-25,,,,,,,,0.00,speculative']);
    expect((await carriedIn('2028-29')).at(-1)).toBe('carried_forward,2025-26,,,,,,,,10.00,speculative');
    // In the last year it could be set off; it is carried no further.
    expect((await carriedIn('2029-30')).join()).not.toContain('2025-26');
    const trade = { code: 'X', tradedOn: '2027-05-04', quantity: 1n, chargesPaise: 0n, boughtPaise: 0n };
    const trades = [{ ...trade, soldPaise: 25_00n }];
    const speculationBefore = [{ year: 2025, paise: -10_00n }];
    expect(computeSpeculation({ year: '2027-28', trades, speculationBefore })).toEqual({ left: 15_00n, carried: [] });
  });

  it('counts gains of rights entitlements apart from those of shares, in the file too', async () => {
    const { payload } = await ask('taxReport', { financialYear: '2023-24', format: 'csv' });
    expect(payload.split('\r\n').filter((line) => /entitlement|_term_gain|tax_if/.test(line))).toEqual([
      'capital_gain,THEWA-RE,2024-02-01,2024-02-05,10,0.00,40001.30,0.00,0.00,40001.30,entitlement',
      'total,short_term_gain,,,,,,,,0.00,short',
      'total,entitlement_gain,,,,,,,,40001.30,entitlement',
      'total,long_term_gain,,,,,,,,0.00,long',
      'estimate,entitlement_after_losses,,,,,,,,40001.30,entitlement',
      'estimate,tax_if_shares_were_real,,,,,,,,0.00,',
    ]);
  });

  it('sets losses of earlier years off before the exemption, and carries on what is left', () => {
    const before = [
      saleOf('2026-03-31', -1_00_000_00n, false),
      saleOf('2026-04-01', 40_000_00n, false),
      saleOf('2026-05-04', -10_000_00n, true),
    ];
    const { left, exempt, carried } = computeGains({
      year: '2027-28',
      before,
      sales: [saleOf('2027-04-01', 65_000_00n, true)],
    });
    expect({ left, exempt, carried }).toEqual({
      left: { short: 0n, entitlement: 0n, long: 0n },
      exempt: 0n,
      carried: [{ year: 2026, short: 0n, long: 5_000_00n }],
    });
  });

  it.each([
    ['2026', '2026-27'],
    ['2099-00', '2099-00'],
    ['2025-27', undefined],
  ])('knows the financial year %s as %s', (text, name) => {
    expect(parseYear(text)?.name).toBe(name);
  });

  it('of shares that no lot tells of counts all that they brought', () => {
    const sale = {
      asset: 'EQ:X',
      code: 'X',
      quantity: 1n,
      acquiredOn: undefined,
      soldOn: DAY,
      isLong: false,
    } as const;
    const none = { costPaise: 0n, buyChargesPaise: 0n, buySttPaise: 0n };
    expect(saleGain({ ...sale, ...none, proceedsPaise: 100n, saleChargesPaise: 9n, saleSttPaise: 1n })).toBe(92n);
  });
});
