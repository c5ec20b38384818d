import { calls, type Payload } from '@khara/contract';
import { textsFor } from '@khara/texts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import * as ledger from '#modules/ledger/index.ts';
import { eraseClosedAccounts, handlers as privacy } from '#modules/privacy/index.ts';
import { handlers as statement } from '#modules/statement/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { verifyMembers } from '#src/verify/members.ts';
import { verifyRecordedRows } from '#src/verify/recorded-rows.ts';
import { client, GOOD_PASSWORD, newAddress, newMember, newPhone, type Client } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { buyFill, DAY, freeze, granted, trade } from '#test/ledger-fixtures.ts';
import { TestClock } from '#test/deps.ts';
import { memberApp } from '#test/member-app.ts';
import { newPracticeDevice, type PracticeDevice } from '#test/practice-device.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@khara/rules';
import { handlers, tendClasses } from './index.ts';

const database = useTestDatabase();
const clock = new TestClock();
let app: FastifyInstance;
let deps: Deps;

const now = () => ({ marketDate: '2026-11-20', marketTime: '2026-11-20T10:00:00+05:30', session: 'open' });

beforeAll(async () => {
  const parts = {
    market: { now, quote: () => ({ lastPrice: 20_000_00 }) } as unknown as Deps['market'],
    portfolio: { carryLimits: async () => false } as unknown as Deps['portfolio'],
  };
  ({ app, deps } = await memberApp(
    { db: database.app, clock },
    { ...handlers, ...privacy, ...statement },
    { parts, environment: { PROFILE: 'school' } },
  ));
});
afterAll(() => app.close());

/** The day a number of days from now, in India. */
const dayIn = (days: number): string =>
  new Date(clock.now() + days * DAY_MS + 5.5 * HOUR_MS).toISOString().slice(0, 10);

const TERMS = {
  name: 'Commerce 2B',
  seats: 3,
  start: '200000.00',
  missions: [{ id: 'buy', on: null }],
};

async function openClass(more: Partial<Payload<'openClass'>> = {}) {
  const teacher = await newMember(app);
  const { id } = await teacher.client.get('openClass', { ...TERMS, endsOn: dayIn(5), ...more });
  const { code, slips } = await teacher.client.get('classSlips', { id });
  return { id, code, slips: slips.map((slip) => slip.code), teacher: teacher.client };
}

type Schema = { readonly [name: string]: unknown };
/** Names of all that an answer holds that is not itself an object or a list of them: "list.seat". */
function namesIn(schema: Schema, place = ''): readonly string[] {
  const kinds = (schema['anyOf'] ?? []) as readonly Schema[];
  const parts = [...kinds, ...(schema['items'] ? [schema['items'] as Schema] : [])];
  const fields = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Schema>>);
  const inside = [
    ...parts.flatMap((part) => namesIn(part, place)),
    ...fields.flatMap(([name, field]) => namesIn(field, place === '' ? name : `${place}.${name}`)),
  ];
  return inside.length > 0 || place === '' ? [...new Set(inside)] : schema['type'] === 'null' ? [] : [place];
}

const guest = () => client(app, { 'x-forwarded-for': newAddress() });

async function join(code: string, device: PracticeDevice = newPracticeDevice(), from: Client = guest()) {
  const data = await from.get('joinClass', { ...(await device.prove(from)), code, agree: true });
  return { ...data, device, from, own: from.with({ token: data.token }) };
}
const refusedJoin = async (code: string, device = newPracticeDevice(), from = guest(), move = false) =>
  from.refused('joinClass', { ...(await device.prove(from)), code, move, agree: true });
const wrongRows = async () => {
  const checks = [await verifyMembers(database.admin, deps.keys), await verifyRecordedRows(database.admin, deps.keys)];
  return checks.flat().filter(({ violations }) => violations > 0);
};

describe('a class', () => {
  it('gives each who knows the code of the wall the next seat, with its paper money, until it is full', async () => {
    const { id, code, teacher } = await openClass();
    const seats = [await join(code), await join(code.toLowerCase()), await join(` ${code} `)];
    expect(seats.map(({ seat }) => seat)).toEqual([1, 2, 3]);
    expect((await seats[0]!.own.get('rupeeWallet', {})).available).toBe('200000.00');
    expect(await refusedJoin(code)).toBe('class_full');
    expect((await teacher.get('classBoard', { id })).list).toHaveLength(3);
    expect(await wrongRows()).toEqual([]);
  });

  it('opens thirty seats of thirty devices at once, each its own', async () => {
    const { code } = await openClass({ seats: 30 });
    const from = guest();
    const joined = await Promise.all(Array.from({ length: 30 }, () => join(code, newPracticeDevice(), from)));
    expect(new Set(joined.map(({ seat }) => seat)).size).toBe(30);
    expect(new Set(joined.map(({ userInfo }) => userInfo.id)).size).toBe(30);
  });

  it('gives the seat of a slip, and moves it to another device when that is asked for', async () => {
    const { id, slips, teacher } = await openClass();
    const first = await join(slips[1]!);
    expect(first.seat).toBe(2);
    expect(await refusedJoin(slips[1]!)).toBe('class_seat_elsewhere');
    const [other, from] = [newPracticeDevice(), guest()];
    const payload = { ...(await other.prove(from)), code: slips[1]!, move: true, agree: true };
    const moved = await from.get('joinClass', payload);
    expect([moved.seat, moved.userInfo.id]).toEqual([2, first.userInfo.id]);
    // The first device is out, and both sides hear of it.
    expect(await first.own.ask('ownClass', {})).toMatchObject({ code: 2001, msg: textsFor('en').classes.movedAway });
    expect(await first.from.refused('practiceSignIn', await first.device.prove(first.from))).toBe('device_key_unknown');
    const { own } = await from.with({ token: moved.token }).get('ownClass', {});
    expect(own).toMatchObject({ seat: 2, code: slips[1], movedAt: clock.now() });
    expect((await teacher.get('classBoard', { id })).list).toMatchObject([{ seat: 2, movedAt: clock.now() }]);
    expect(await wrongRows()).toEqual([]);
  });

  it('opens no account by a slip whose seat another hand has changed', async () => {
    const { slips, id } = await openClass();
    await join(slips[0]!);
    const set = (no: number) =>
      database.admin.query('test.seat', 'UPDATE classes.seat SET no = $2 WHERE room_id = $1', [id, no]);
    await set(2);
    expect(await refusedJoin(slips[1]!, newPracticeDevice(), guest(), true)).toBe('class_code_unknown');
    await set(1);
  });

  it('knows a device again whose answer was lost: it has one seat', async () => {
    const { code } = await openClass();
    const device = newPracticeDevice();
    const [one, two] = await Promise.all([join(code, device), join(code, device)]);
    const three = await join(code, device);
    expect([two.seat, three.seat]).toEqual([one.seat, one.seat]);
  });

  it('takes no free seat of a slip for the seat that the device has', async () => {
    const { slips } = await openClass();
    const { device, from } = await join(slips[0]!);
    expect(await refusedJoin(slips[1]!, device, from)).toBe('class_device_taken');
  });

  it('pauses a device for a minute after five wrong codes, and a network after two hundred', async () => {
    const { code } = await openClass();
    const [device, from] = [newPracticeDevice(), guest()];
    for (let tries = 0; tries < 5; tries += 1)
      expect(await refusedJoin('ZZZZ', device, from)).toBe('class_code_unknown');
    expect(await refusedJoin(code, device, from)).toBe('class_code_paused');
    // Another device beside it is not held up.
    await join(code, newPracticeDevice(), from);
    const elsewhere = guest();
    for (let tries = 0; tries < 200; tries += 1) await refusedJoin('ZZZZ', newPracticeDevice(), elsewhere);
    expect(await refusedJoin(code, newPracticeDevice(), elsewhere)).toBe('class_code_paused');
    clock.advance(MINUTE_MS);
    expect((await join(code, device, from)).seat).toBe(2);
    await join(code, newPracticeDevice(), elsewhere);
  });

  it('lets right codes of a class go on in its own network, in which a guesser has paused all others', async () => {
    const { code, slips } = await openClass();
    const { code: other } = await openClass();
    const from = guest();
    await join(code, newPracticeDevice(), from);
    for (let tries = 0; tries < 200; tries += 1) await refusedJoin('ZZZZ', newPracticeDevice(), from);
    expect((await join(code, newPracticeDevice(), from)).seat).toBe(2);
    expect((await join(slips[2]!, newPracticeDevice(), from)).seat).toBe(3);
    for (const wrong of ['ZZZZ', `${code}-ZZZZ-ZZZZ`, other])
      expect(await refusedJoin(wrong, newPracticeDevice(), from)).toBe('class_code_paused');
    clock.advance(MINUTE_MS);
  });

  it('has codes that do not follow one another, and takes what is read wrongly for what was meant', async () => {
    const { slips } = await openClass({ seats: 60 });
    expect(new Set(slips).size).toBe(60);
    expect(slips.every((slip) => /^([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/.test(slip))).toBe(true);
    const tails = slips.map((slip) => slip.slice(-1));
    expect(new Set(tails).size).toBeGreaterThan(10);
    const misread = slips[0]!.replaceAll('0', 'o').replaceAll('1', 'l');
    expect((await join(misread)).seat).toBe(1);
    expect(await refusedJoin(slips[0]!.slice(0, -1))).toBe('class_code_unknown');
  });

  it('shows its teacher who is there and what is done, and nothing else', async () => {
    const { id, code, teacher } = await openClass();
    const seat = await join(code);
    const board = await teacher.get('classBoard', { id });
    expect(board.list).toEqual([{ seat: 1, done: [], movedAt: null }]);
    expect(await teacher.get('classResults', { id })).toEqual({ results: null });
    const said = JSON.stringify([board, await teacher.get('classes', {}), await teacher.get('classSlips', { id })]);
    for (const secret of [seat.userInfo.id, seat.userInfo.nickname, seat.userInfo.inviteCode, seat.token])
      expect(said).not.toContain(secret);
  });

  it('has this list of what a teacher can see, and every call of classes is walked for it', () => {
    const head = ['code', 'endedAt', 'endsOn', 'id', 'name', 'seats', 'start', 'taken'];
    const headIn = (place: string) => head.map((name) => place + name);
    const mission = ['missions.id', 'missions.on'];
    // A field that is added to the contract, and not here, is one more thing that a teacher sees.
    const seen = Object.entries(calls)
      // A seat's own.
      .filter(([name, { path }]) => path.startsWith('/app/class/') && name !== 'joinClass' && name !== 'ownClass')
      .map(([name, { data }]) => [
        name,
        namesIn(z.toJSONSchema(data, { io: 'output', unrepresentable: 'any' })).toSorted(),
      ]);
    expect(Object.fromEntries(seen)).toEqual({
      openClass: ['id'],
      classes: ['isOffered', ...headIn('list.')].toSorted(),
      changeClass: [],
      classBoard: ['clock', ...head, ...mission, 'list.done', 'list.movedAt', 'list.seat'].toSorted(),
      classResults: ['results.charges', 'results.index', 'results.list', 'results.waiting'],
      classSlips: [...head, 'slips.code', 'slips.seat'].toSorted(),
      classClock: [],
      endClass: [],
    });
  });

  it('leaves no name and no number of a seat in the log', async () => {
    const { id, code } = await openClass({ name: 'Botany 9Z' });
    const { userInfo } = await join(code);
    const records = await database.admin.query<{ json: string }>(
      'test.class_records',
      `SELECT json FROM ledger.record WHERE type IN ('class.room', 'class.seat') AND json::jsonb ->> 'id' IN ($1, $2)`,
      [id, userInfo.id],
    );
    const fields = records.map(({ json }) => Object.keys(JSON.parse(json) as object).toSorted());
    expect(fields).toEqual([
      ['act', 'id', 'owner', 'row'],
      ['act', 'id', 'owner', 'row'],
    ]);
    const named = await database.admin.query('test.named', `SELECT FROM ledger.record WHERE json LIKE '%Botany%'`);
    expect(named).toEqual([]);
  });

  it('lets no seat of it, and no other teacher, read what is another’s', async () => {
    const { id, code, slips } = await openClass();
    const [one, two] = [await join(code), await join(code)];
    const stranger = (await newMember(app)).client;
    for (const caller of [one.own, stranger]) {
      for (const call of ['classBoard', 'classResults', 'classSlips', 'endClass'] as const)
        expect(await caller.refused(call, { id })).toBe('class_unknown');
      expect(await caller.refused('changeClass', { id, missions: [] })).toBe('class_unknown');
      expect(await caller.refused('classClock', { id, act: 'pause' })).toBe('class_unknown');
    }
    const { own } = await one.own.get('ownClass', {});
    expect(own).toMatchObject({ seat: 1, code: slips[0], name: 'Commerce 2B' });
    expect(JSON.stringify(own)).not.toContain(slips[1]);
    expect((await two.own.get('totalCapital', {})).totalAssets).toBe('200000.00');
    expect((await one.own.get('classes', {})).isOffered).toBe(false);
    expect(await one.own.refused('openClass', { ...TERMS, endsOn: dayIn(5) })).toBe('class_not_offered');
  });

  it('gives results from eight seats that have traded, sorted and of none of them', async () => {
    const { id, code, teacher } = await openClass({ seats: 9 });
    const seats: Awaited<ReturnType<typeof join>>[] = [];
    for (let seat = 0; seat < 9; seat += 1) seats.push(await join(code));
    const results = async () => (await teacher.get('classResults', { id })).results;
    const buy = async ({ userInfo: { id: userId } }: (typeof seats)[number]) => {
      await granted(freeze(deps.db, userId, 41_000n, `O-${userId}`));
      await ledger.addSources(deps.db, DAY, [trade(`T-${userId}`, 4n, 16_000n)]);
      const fill = { hold: `O-${userId}`, shares: 4n, value: 16_000n, brokerage: 20n, charges: 30n };
      const { use, ...entry } = buyFill(userId, `T-${userId}`, fill);
      await granted(ledger.captureHold(deps.db, { ...entry, ...use }));
    };
    for (const seat of seats.slice(0, 7)) await buy(seat);
    // Whose the others are, the board tells by what is not done.
    expect(await results()).toBe(null);
    await buy(seats[7]!);
    // All that is said of the class as a whole.
    const list = Array.from({ length: 8 }, () => '-0.08');
    expect(await results()).toEqual({ list, index: '0.00', charges: null, waiting: 0 });
  });

  it('refuses terms that no class has, each with its reason', async () => {
    const teacher = (await newMember(app)).client;
    const refused = (terms: Partial<Payload<'openClass'>>) =>
      teacher.refused('openClass', { ...TERMS, endsOn: dayIn(5), ...terms });
    expect(await refused({ name: '  ' })).toBe('class_name_invalid');
    expect(await refused({ name: 'x'.repeat(41) })).toBe('class_name_invalid');
    expect(await refused({ seats: 61 })).toBe('class_seats_invalid');
    expect(await refused({ start: '1.00' })).toBe('invalid_input');
    expect(await refused({ endsOn: dayIn(-1) })).toBe('class_date_invalid');
    expect(await refused({ endsOn: dayIn(400) })).toBe('class_date_invalid');
    expect(await refused({ missions: [{ id: 'none', on: null }] })).toBe('not_found');
    const standard = await memberApp({ db: database.app, clock }, handlers, { parts: { market: deps.market } });
    const elsewhere = await newMember(standard.app);
    expect(await elsewhere.client.refused('openClass', { ...TERMS, endsOn: dayIn(5) })).toBe('class_not_offered');
    await standard.app.close();
  });
});

describe('the end of a class', () => {
  it('erases its accounts but those that were kept, and old codes hear of it', async () => {
    const { id, code, slips, teacher } = await openClass();
    const [left, kept] = [await join(code), await join(code)];
    await kept.own.get('keepPracticeAccount', {
      ...(await kept.device.prove(kept.from)),
      phone: newPhone(),
      password: GOOD_PASSWORD,
      transactionPassword: '482916',
      inviteCode: 'KHARA',
      agree: true,
    });
    expect(await refusedJoin(slips[1]!)).toBe('class_seat_kept');
    await teacher.get('endClass', { id });
    await teacher.get('endClass', { id });
    await eraseClosedAccounts(deps);
    expect(await left.own.ask('ownClass', {})).toMatchObject({ code: 2001, msg: textsFor('en').start.erased });
    expect((await kept.own.get('ownClass', {})).own).toBe(null);
    expect((await kept.own.get('rupeeWallet', {})).available).toBe('200000.00');
    const late = { ...(await newPracticeDevice().prove(guest())), code, agree: true };
    expect((await guest().ask('joinClass', late)).data).toEqual({ reason: 'class_ended', on: dayIn(0) });
    const { list } = await teacher.get('classBoard', { id });
    expect(list).toEqual([]);
    const names = await database.admin.query('test.names', 'SELECT FROM classes.room WHERE id = $1 AND name <> $2', [
      id,
      '',
    ]);
    expect(names).toEqual([]);
    expect(await wrongRows()).toEqual([]);
  });

  it('shuts a seat whose order is open at once, which is erased when the order is over', async () => {
    const { id, code, teacher } = await openClass();
    const { userInfo, own, from, device } = await join(code);
    await granted(freeze(deps.db, userInfo.id, 500_00n, 'O-1'));
    await teacher.get('endClass', { id });
    await eraseClosedAccounts(deps);
    expect((await teacher.get('classBoard', { id })).list).toHaveLength(1);
    expect(await own.ask('rupeeWallet', {})).toMatchObject({ code: 2001, msg: textsFor('en').start.erased });
    expect(await from.refused('practiceSignIn', await device.prove(from))).toBe('device_key_unknown');
    const release = { kind: 'order_release', ref: 'O-1', hold: 'O-1', actor: 'system', marketDate: DAY } as const;
    await granted(ledger.releaseHold(deps.db, release));
    await eraseClosedAccounts(deps);
    expect((await teacher.get('classBoard', { id })).list).toEqual([]);
    expect(await wrongRows()).toEqual([]);
  });

  it('comes after its last day in India, of which seats hear once a day on the last three', async () => {
    const { id, code } = await openClass({ endsOn: dayIn(5) });
    const { userInfo } = await join(code);
    const heard = async () =>
      (
        await database.admin.query(
          'test.heard',
          `SELECT FROM notices.notice WHERE member_id = $1 AND key = 'classEnds'`,
          [userInfo.id],
        )
      ).length;
    const hasEnded = async () =>
      (
        await database.admin.query('test.ended', 'SELECT FROM classes.room WHERE id = $1 AND ended_ms IS NOT NULL', [
          id,
        ])
      ).length > 0;
    await tendClasses(deps);
    expect(await heard()).toBe(0);
    clock.advance(3 * DAY_MS);
    await tendClasses(deps);
    await tendClasses(deps);
    expect(await heard()).toBe(1);
    clock.advance(2 * DAY_MS);
    await tendClasses(deps);
    expect([await heard(), await hasEnded()]).toEqual([2, false]);
    clock.advance(DAY_MS);
    await tendClasses(deps);
    expect(await hasEnded()).toBe(true);
    await eraseClosedAccounts(deps);
    expect(await heard()).toBe(0);
    clock.advance(31 * DAY_MS);
    await tendClasses(deps);
    expect(await refusedJoin(code)).toBe('class_code_unknown');
    expect(await wrongRows()).toEqual([]);
  });
});
