import { randomUUID } from 'node:crypto';
import { RULES, scoreAt, standingAt } from '@khara/credit';
import { DAY_MS } from '@khara/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GOOD_PASSWORD, newMember, type Client } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { openWallet, OWN_PASSWORD, type WalletWorld } from '#test/wallet.ts';
import { matchReversals } from '#modules/wallet/index.ts';
import { addCreditEvent, cureCredit, decideAppeal, recordRules, upholdAllOverdue } from './index.ts';

const SECOND = 1000;
const HOUR = 3_600 * SECOND;

const database = useTestDatabase();
let world: WalletWorld;
beforeAll(async () => {
  world = await openWallet(database);
});
afterAll(() => world.close());

const withdraw = (own: Client, bankId: string) =>
  own.ask('submitWithdrawal', {
    currency: 'INR',
    amount: '100.00',
    bankId,
    transactionPassword: OWN_PASSWORD,
    requestId: randomUUID(),
  });
/** A member whose recharge the bank has taken back, with other money left. */
async function reversed() {
  const member = await world.newPayee({ money: '500.00' });
  await world.recharge(member.own, '200.23');
  await world.pass(24);
  return member;
}
const titles = async (own: Client) =>
  (await own.get('noticeList', { category: 'system' })).list.map(({ title }) => title);
const eventOf = async (own: Client) => {
  const [event] = (await own.get('creditScore', {})).events;
  if (!event) throw new Error('There is no event');
  return event;
};

/** Sessions do not live for a month. */
async function signedInAgain(own: Client): Promise<Client> {
  const [row] = await database.admin.query<{ phone: string }>(
    'test.newest_phone',
    'SELECT phone FROM accounts.member ORDER BY number DESC LIMIT 1',
  );
  const { token } = await own.get('signIn', { phone: row?.phone ?? '', password: GOOD_PASSWORD }, { token: '' });
  return own.with({ token });
}

describe('a recharge that the bank takes back (.23)', () => {
  it('lowers the score, blocks a withdrawal in the specification’s words, and explains itself', async () => {
    const { own, account } = await reversed();
    const score = await own.get('creditScore', {});
    expect(score).toMatchObject({ score: 50, threshold: 60, withdrawalBlocked: true, appeal: null });
    const { msg, data } = await withdraw(own, account.id);
    expect(msg).toBe(
      'your account credit score is currently low, and withdrawal is temporarily unavailable. Please improve your credit score before attempting again.',
    );
    const [event] = score.events;
    expect(data).toEqual({
      reason: 'credit_score_low',
      score: 50,
      threshold: 60,
      events: [
        {
          id: event?.id,
          rule: 'recharge_reversed',
          points: -50,
          at: event?.at,
          expiresAt: (event?.at ?? 0) + 30 * DAY_MS,
          cure: event?.cure,
          explanation: expect.stringMatching(/took back a recharge of ₹200\.23 .*\(RC[A-Z0-9]+\)/),
        },
      ],
      unblocksAt: (event?.at ?? 0) + 30 * DAY_MS,
      appeal: null,
    });
    expect(await titles(own)).toContain('Withdrawals are paused: your credit score is 50');
    expect((await own.get('withdrawals', {})).list).toEqual([]);
    // What the browser does with the same answer.
    expect(scoreAt(score.events, score.at)).toBe(score.score);
    expect(standingAt(score.events, score.at).unblocksAt).toBe(score.unblocksAt);
    for (const lang of ['yd', 'zh-Hant', 'zh-Hans']) {
      const read = await own.get('creditScore', {}, { lang });
      expect(read.events[0]?.explanation).toContain('200.23');
      expect(read.rules[0]?.title).not.toBe(score.rules[0]?.title);
    }
  });

  it('opens by itself when the clock passes, and the member is notified', async () => {
    const { own, account } = await reversed();
    world.clock.advance(30 * DAY_MS - 60 * SECOND);
    const again = await signedInAgain(own);
    expect(await again.get('creditScore', {})).toMatchObject({ score: 50, withdrawalBlocked: true });
    await world.pass(65);
    expect(await again.get('creditScore', {})).toMatchObject({
      score: 100,
      withdrawalBlocked: false,
      unblocksAt: null,
    });
    expect(await titles(again)).toContain('Withdrawals are open again');
    expect((await withdraw(again, account.id)).code).toBe(200);
    await world.pass(10);
  });

  it('is healed when the market day has closed and nothing was lost, but not before', async () => {
    const { own, account } = await reversed();
    await matchReversals(world.deps);
    expect(await own.get('creditScore', {})).toMatchObject({ score: 50 });
    const { marketDate } = world.market;
    world.market.marketDate = '2026-11-24';
    await matchReversals(world.deps);
    await matchReversals(world.deps);
    world.market.marketDate = marketDate;
    expect(await eventOf(own)).toMatchObject({ endReason: 'cured', inForce: false });
    expect((await titles(own)).filter((title) => title === 'Withdrawals are open again')).toHaveLength(1);
    expect((await withdraw(own, account.id)).code).toBe(200);
    await world.pass(10);
  });

  it('counts its thirty days when money was gone that the bank took back', async () => {
    const { own } = await world.newPayee({ money: '0.00' });
    await world.recharge(own, '200.23');
    await world.pass(4);
    await own.get('convert', {
      from: 'INR',
      to: 'USDT',
      amount: '200.00',
      transactionPassword: OWN_PASSWORD,
      requestId: randomUUID(),
    });
    await world.pass(22);
    const { marketDate } = world.market;
    world.market.marketDate = '2026-11-24';
    await matchReversals(world.deps);
    world.market.marketDate = marketDate;
    expect(await own.get('creditScore', {})).toMatchObject({ score: 50, withdrawalBlocked: true });
    expect((await own.get('rupeeWallet', {})).available).toBe('0.00');
  });
});

/** A member of the second day: in the first nothing counts. */
async function settled() {
  const { own: first, phone, account } = await world.newPayee({ money: '500.00' });
  world.clock.advance(25 * HOUR);
  const { token, userInfo } = await first.get('signIn', { phone, password: GOOD_PASSWORD }, { token: '' });
  return { own: first.with({ token }), phone, account, userId: userInfo.id };
}

describe('signs of another person in an account', () => {
  const details = {
    channelType: 'NEFT',
    accountNumber: '000111222333',
    holderName: 'Asha Rao',
    ifsc: 'KHAR0000001',
    password: GOOD_PASSWORD,
    transactionPassword: OWN_PASSWORD,
  };

  it('all three within a day block withdrawals for a day at most, and a second factor ends it at once', async () => {
    const { own, account, userId } = await settled(); // an unknown device
    await own.get('deleteBankAccount', { id: account.id });
    const { id } = await own.get('saveBankAccount', details);
    expect(await own.get('creditScore', {})).toMatchObject({ score: 100 });
    world.clock.advance(5 * 60_000); // the wait of another account
    await own.get('changePassword', { oldPassword: GOOD_PASSWORD, newPassword: 'darwaza-55-laal' });
    const score = await own.get('creditScore', {});
    expect(score).toMatchObject({ score: 55, withdrawalBlocked: true, events: [{ rule: 'takeover_signals' }] });
    expect(score.unblocksAt).toBe(score.at + DAY_MS);
    expect(((await withdraw(own, id)).data as { reason: string }).reason).toBe('credit_score_low');
    expect(await own.get('userDetail', {})).toMatchObject({ userInfo: { creditScore: 55, withdrawalBlocked: true } });
    await database.app.transaction((tx) => cureCredit(tx, world.deps, { userId, rule: 'takeover_signals' }));
    expect((await withdraw(own, id)).code).toBe(200);
    await world.pass(10);
  });

  it('two of them, or the first bank account, are none', async () => {
    const { own, account } = await settled();
    await own.get('changePassword', { oldPassword: GOOD_PASSWORD, newPassword: 'darwaza-55-laal' });
    expect((await withdraw(own, account.id)).code).toBe(200);
    await world.pass(10);
    expect(await own.get('creditScore', {})).toMatchObject({ score: 100, events: [] });
  });
});

describe('an appeal', () => {
  it('is made once an event, by its member, and upheld when it is undecided for 72 hours, without a job too', async () => {
    const { own } = await reversed();
    const { client: stranger } = await newMember(world.app);
    const { id: eventId } = await eventOf(own);
    expect(await stranger.refused('creditAppeal', { eventId, text: 'Mine?' })).toBe('unknown_event');
    expect(await own.refused('creditAppeal', { eventId, text: '  ' })).toBe('appeal_text_required');
    const { appeal } = await own.get('creditAppeal', { eventId, text: 'The bank was wrong.' });
    expect(appeal).toMatchObject({ eventId, state: 'open', decidesBy: appeal.submittedAt + 72 * HOUR, decision: null });
    expect(await own.get('creditAppeal', { eventId, text: 'The bank was wrong.' })).toEqual({ appeal });
    expect(await own.refused('creditAppeal', { eventId, text: 'Otherwise.' })).toBe('appeal_already_made');
    world.clock.advance(72 * HOUR - 10 * SECOND);
    await world.settle();
    const again = await own.ask('creditScore', {});
    expect(again.code).toBe(2001); // the session is older than twelve idle hours
    world.jobs.kept.length = 0; // its job is gone from the queue
    world.clock.advance(11 * SECOND);
    await upholdAllOverdue(world.deps);
    const [row] = await database.app.query<{ state: string; decidedBy: string; endReason: string }>(
      'test.appeal',
      'SELECT a.state, a.decided_by, e.end_reason FROM credit.appeal a JOIN credit.event e ON e.id = a.event_id WHERE a.id = $1',
      [appeal.id],
    );
    expect(row).toEqual({ state: 'upheld', decidedBy: 'time', endReason: 'voided' });
  });

  it('counts only as its member made it: one that is planted is never upheld', async () => {
    const { own } = await reversed();
    const { id: eventId } = await eventOf(own);
    await database.admin.query(
      'test.plant_appeal',
      `INSERT INTO credit.appeal (id, event_id, member_id, text, submitted_at, decides_by)
       SELECT 'CAPLANTED', id, member_id, 'The bank was wrong.', 1, 2 FROM credit.event WHERE id = $1`,
      [eventId],
    );
    await upholdAllOverdue(world.deps);
    expect(await own.get('creditScore', {})).toMatchObject({ withdrawalBlocked: true, appeal: { state: 'open' } });
    await database.admin.query('test.unplant_appeal', `DELETE FROM credit.appeal WHERE id = 'CAPLANTED'`);
  });

  it('is decided by two people, once, with a reason that the member reads', async () => {
    const { own } = await reversed();
    const { id: eventId } = await eventOf(own);
    const { appeal } = await own.get('creditAppeal', { eventId, text: 'The bank was wrong.' });
    const decide = (maker: string, checker: string, uphold = true) =>
      database.app.transaction((tx) =>
        decideAppeal(tx, world.deps, {
          appealId: appeal.id,
          uphold,
          reason: 'The bank has confirmed it',
          maker,
          checker,
        }),
      );
    await expect(decide('S1', 'S1')).rejects.toThrow('appeal_maker_checker');
    expect(await decide('S1', 'S2')).toBeDefined();
    expect(await decide('S3', 'S4', false)).toBeUndefined();
    const score = await own.get('creditScore', {});
    expect(score).toMatchObject({ score: 100, withdrawalBlocked: false });
    expect(score.appeal).toMatchObject({
      state: 'upheld',
      decision: 'The appeal was upheld: The bank has confirmed it',
    });
    expect(await titles(own)).toContain('Your appeal was upheld');
    const voided = await database.app.query(
      'test.voided',
      `SELECT FROM ledger.record WHERE type = 'score.void' AND json::json ->> 'event' = $1`,
      [eventId],
    );
    expect(voided).toHaveLength(1);
  });
});

describe('the score', () => {
  it('knows the same rules in the database and in the browser', async () => {
    const rows = await database.app.query<{ id: string; points: number; lifeMs: number }>(
      'test.rules',
      'SELECT id, points, life_ms AS "lifeMs" FROM credit.rule ORDER BY id',
    );
    const ours = RULES.map(({ id, points, lifeMs }) => ({ id, points, lifeMs }));
    expect(rows).toEqual([...ours].sort((a, b) => (a.id < b.id ? -1 : 1)));
  });

  it.each([
    'INSERT INTO credit.event SELECT * FROM credit.event',
    'UPDATE credit.event SET points = -1',
    "UPDATE credit.event SET ended_at = 1, end_reason = 'cured'",
    'DELETE FROM credit.event',
    'UPDATE credit.rule SET points = -100',
    "UPDATE credit.appeal SET state = 'declined'",
    'truncate credit.event',
  ])('cannot be set: %s', async (statement) => {
    for (const db of [database.app, database.job]) {
      await expect(db.query(`test.${statement}`, statement)).rejects.toThrow(/permission denied/);
    }
  });

  it('writes its rules and each event into the log, once', async () => {
    await recordRules(database.app);
    await recordRules(database.app);
    const { userId } = await newMember(world.app);
    const cause = { userId, rule: 'order_flood', about: `flood:${userId}` } as const;
    const add = () => database.app.transaction((tx) => addCreditEvent(tx, world.deps, cause));
    expect(await add()).toBeDefined();
    expect(await add()).toBeUndefined();
    const rows = await database.app.query<{ type: string; json: string }>(
      'test.records',
      `SELECT type, json FROM ledger.record WHERE type = 'score.rules' OR type = 'score.event' AND json LIKE $1`,
      [`%u:${userId}%`],
    );
    expect(rows.map(({ type }) => type).sort()).toEqual(['score.event', 'score.rules']);
    expect(JSON.parse(rows.find(({ type }) => type === 'score.event')?.json ?? '')).toMatchObject({
      owner: `u:${userId}`,
      rule: 'order_flood',
      points: -5,
    });
  });
});
