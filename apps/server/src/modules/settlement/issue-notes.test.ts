import { beforeAll, describe, expect, it } from 'vitest';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { openTrading, provesTheTrading, type Trading } from '#test/trading.ts';
import { issueNotes } from './issue-notes.ts';

const CODE = 'AAMRAI';

describe('the contract note of a market day', () => {
  const database = useTestDatabase();
  let trading: Trading;
  beforeAll(async () => {
    trading = await openTrading(database.app, { daySeconds: '10' });
    await trading.stepUntil(isTrading);
  });
  const isTrading = () =>
    trading.deps.market.phase(CODE) === 'continuous' && trading.quote(CODE).lastTradeAt !== undefined;
  const noteOf = async (userId: string) => {
    const [note] = await database.app.query<{
      number: bigint;
      sttPaise: bigint;
      dpPaise: bigint;
      total: bigint;
      estimatedPaise: bigint;
    }>(
      'test.note',
      `SELECT number, stt_paise, dp_paise, estimated_paise,
         brokerage_paise + stt_paise + exchange_paise + sebi_paise + stamp_paise + gst_paise + dp_paise AS total
       FROM trading.contract_note WHERE user_id = $1`,
      [userId],
    );
    return note;
  };

  it('gives back what was charged too much for shares that were sold on the day on which they were bought', async () => {
    await trading.stepUntil(isTrading);
    const member = trading.member();
    await member.deposit(20_00_000_00n);
    await member.buy({ code: CODE, quantity: 237 });
    await member.sell({ code: CODE, quantity: 50 });
    const [value] = await database.app.query<{ bought: bigint; sold: bigint; dp: bigint }>(
      'test.values',
      `SELECT sum(value_paise) FILTER (WHERE side = 'buy')::bigint AS bought,
         sum(value_paise) FILTER (WHERE side = 'sell')::bigint AS sold, sum(dp_paise)::bigint AS dp
       FROM trading.fill WHERE user_id = $1`,
      [member.userId],
    );
    expect(value!.dp).toBe(2_360n);
    const before = await member.balance(101);
    const { marketDate } = trading.deps.market.now();
    await trading.stepUntil(() => trading.deps.market.now().marketDate > marketDate);

    const note = await noteOf(member.userId);
    // 187 of 237 are delivered at the average price of buying, 50 are intraday at that of selling.
    const exact = (Number(value!.bought) * 187) / 237 / 1000 + Number(value!.sold) * 0.00025;
    expect(note).toMatchObject({ sttPaise: BigInt(Math.round(exact / 100)) * 100n, dpPaise: 0n });
    expect(await member.balance(101)).toBe(before + note!.estimatedPaise - note!.total);
    expect(note!.estimatedPaise - note!.total).toBeGreaterThan(2_360n);
    const entries = await database.app.query(
      'test.entries',
      `SELECT kind, ref FROM ledger.entry WHERE kind = 'contract_note' AND ref = 'note-' || $1::text`,
      [String(note!.number)],
    );
    expect(entries).toHaveLength(1);
    await provesTheBooks(database.app);
    await provesTheTrading(database.app);
  });

  it('is issued once, and books nothing where nothing netted', async () => {
    await trading.stepUntil(isTrading);
    const member = trading.member();
    await member.deposit(20_00_000_00n);
    await member.buy({ code: CODE, quantity: 10 });
    const before = await member.balance(101);
    const { marketDate } = trading.deps.market.now();
    const { marketDay } = trading.venue.day.inputs;
    await trading.stepUntil(() => trading.deps.market.now().marketDate > marketDate);
    const note = await noteOf(member.userId);
    expect(note).toMatchObject({ total: note!.estimatedPaise });
    await issueNotes(trading.deps, { marketDay, marketDate });
    expect(await noteOf(member.userId)).toEqual(note);
    expect(await member.balance(101)).toBe(before);
  });

  it('cannot say that the day’s fills were charged more than they were, nor be booked as more than it says', async () => {
    await trading.stepUntil(isTrading);
    const member = trading.member();
    await member.deposit(20_00_000_00n);
    await member.buy({ code: CODE, quantity: 10 });
    const { marketDate } = trading.deps.market.now();
    const write = (estimated: string) =>
      database.app.query(
        'test.forged_note',
        `INSERT INTO trading.contract_note (user_id, market_date, settles_on, brokerage_paise, stt_paise, exchange_paise, sebi_paise, stamp_paise,
           gst_paise, dp_paise, estimated_paise, issued_ms, mac)
         SELECT $1, $2::date, $2::date, 0, 0, 0, 0, 0, 0, 0, (${estimated})::bigint, 0, substring(sha256('x') FOR 16) RETURNING number`,
        [member.userId, marketDate],
      );
    const charged = `SELECT sum(brokerage_paise + stt_paise + exchange_paise + sebi_paise + stamp_paise + gst_paise) FROM trading.fill WHERE user_id = $1`;
    await expect(write(`${charged}) + (SELECT 1`)).rejects.toThrow('were charged otherwise');
    await expect(
      database.app.transaction(async (tx) => {
        await tx.query(
          'test.post',
          `SELECT ledger.post_batch(ARRAY['contract_note'], ARRAY['note-999999'], ARRAY['system'], ARRAY[$2::text],
          ARRAY[NULL]::text[], ARRAY[0]::bigint[], ARRAY[0]::bigint[], ARRAY[1, 1], ARRAY['u:' || $1, 'p'], ARRAY['INR', 'INR'],
          ARRAY[101, 202]::smallint[], ARRAY[100000, -100000]::bigint[])`,
          [member.userId, marketDate],
        );
      }),
    ).rejects.toThrow('there is no contract note that says so');
  });
});
