import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { appendRecord } from '#modules/ledger/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Db } from '#src/ports/database.ts';
import type { ClockAct } from '#src/ports/market.ts';
import { newMember, type Client } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { TestClock } from '#test/deps.ts';
import { memberApp } from '#test/member-app.ts';
import { asIntruder } from '#test/database.ts';
import { handlers, restorePause } from './index.ts';

const database = useTestDatabase();
const clock = new TestClock();
const market = { session: 'open', pace: undefined as 'paused' | undefined, acts: [] as ClockAct[] };
let app: FastifyInstance;
let deps: Deps;
let open: { readonly id: string; readonly teacher: Client }[] = [];

const startApp = (db: Db) => {
  const { session } = market;
  const day = { marketDate: '2026-11-20', marketTime: '2026-11-20T10:00:00+05:30', session };
  const parts: Partial<Deps> = {
    market: { now: () => ({ ...day, pace: market.pace }), quote: () => undefined } as unknown as Deps['market'],
    marketClock: {
      act: (act) => {
        market.acts.push(act);
        market.pace = act === 'pause' ? 'paused' : undefined;
      },
    },
  };
  const environment = { PROFILE: 'school', CLASS_CLOCK: 'on' };
  return memberApp({ db, clock }, handlers, { parts, environment });
};
beforeAll(async () => {
  ({ app, deps } = await startApp(database.app));
});
afterEach(async () => {
  for (const { id, teacher } of open) await teacher.get('endClass', { id });
  open = [];
  market.acts.length = 0;
});
afterAll(() => app.close());

async function openClass(at = app) {
  const { client: teacher, userId } = await newMember(at);
  const terms = { name: 'Commerce 2B', seats: 3, start: '200000.00', endsOn: '2026-11-25', missions: [] };
  clock.advance(1);
  const { id } = await teacher.get('openClass', terms);
  open.push({ id, teacher });
  const act = (what: ClockAct, session?: string) =>
    teacher.get('classClock', { id, act: what, ...(session !== undefined && { session }) });
  const refused = (what: ClockAct, session = 'open') => teacher.refused('classClock', { id, act: what, session });
  const holds = async () => (await teacher.get('classBoard', { id })).clock;
  return { id, userId, teacher, act, refused, holds };
}

const readActs = () =>
  database.admin.query<{ json: string }>(
    'test.acts',
    `SELECT json FROM ledger.record WHERE type = 'class.clock' ORDER BY id`,
  );

describe('the clock of a class', () => {
  it('is of the class that was opened first, and then of the next', async () => {
    const [first, second] = [await openClass(), await openClass()];
    expect([await first.holds(), await second.holds()]).toEqual(['own', 'other']);
    expect(await second.refused('pause')).toBe('class_clock_not_given');
    await first.teacher.get('endClass', { id: first.id });
    expect(await first.refused('pause')).toBe('class_ended');
    expect(await second.holds()).toBe('own');
    await second.act('pause');
    expect(market.acts).toEqual(['pause']);
  });

  it('leaves a class whose owner the back office refuses, and goes to the next', async () => {
    const [first, second] = [await openClass(), await openClass()];
    const decision = { action: 'classes.decide', subject: first.userId, approve: false };
    await appendRecord(database.app, { type: 'ops.action', json: JSON.stringify(decision) });
    expect([await first.holds(), await second.holds()]).toEqual(['other', 'own']);
    expect(await first.refused('pause')).toBe('class_clock_not_given');
    expect((await first.teacher.get('classes', {})).isOffered).toBe(false);
  });

  it('does once what two windows of its teacher ask, and no phase that is over', async () => {
    const { act, refused } = await openClass();
    for (const what of ['pause', 'pause', 'resume', 'resume'] as const) await act(what);
    await act('next_phase', 'open');
    expect(await refused('next_phase', 'pre_open')).toBe('class_phase_passed');
    expect(market.acts).toEqual(['pause', 'resume', 'next_phase']);
  });

  it('puts each act into the log, and no name', async () => {
    const before = (await readActs()).length;
    const { id, act } = await openClass();
    await act('close_day');
    const records = (await readActs()).slice(before).map(({ json }) => json);
    const said = {
      act: 'close_day',
      marketDate: '2026-11-20',
      marketTime: '2026-11-20T10:00:00+05:30',
      session: 'open',
    };
    expect(records.map((json) => JSON.parse(json) as unknown)).toEqual([{ ...said, at: clock.now() }]);
    expect(records.join()).not.toMatch(new RegExp(`Commerce|${id}`));
  });

  it('stands after a start of the server, too, and goes on when the class ends', async () => {
    const { id, teacher, act } = await openClass();
    await act('pause');
    market.pace = undefined;
    await restorePause(deps);
    await teacher.get('endClass', { id });
    expect(market.acts).toEqual(['pause', 'pause', 'resume']);
  });
});

describe('rows of another hand', () => {
  const planted = useTestDatabase({ provesBooks: false });

  it('move no clock: a decision or a pause that no server signed, and a class that seems older', async () => {
    const school = await startApp(planted.app);
    onTestFinished(() => school.app.close());
    const [first, second] = [await openClass(school.app), await openClass(school.app)];
    const write = (type: string, said: object) =>
      asIntruder(planted.admin, `SELECT ledger.record_by('server', '${type}', '${JSON.stringify(said)}', NULL)`);
    await write('ops.action', { action: 'classes.decide', subject: first.userId, approve: false });
    await write('class.clock', { act: 'pause' });
    await restorePause(school.deps);
    expect(market.acts).toEqual([]);
    const move = (ms: number) =>
      planted.admin.query('test.opened', 'UPDATE classes.room SET opened_ms = opened_ms + $2 WHERE id = $1', [
        second.id,
        ms,
      ]);
    await move(-1_000);
    expect(await first.holds()).toBe('own');
    await move(1_000);
  });
});
