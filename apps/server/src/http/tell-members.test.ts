import type { ServerMessage } from '@khara/contract';
import { beforeAll, expect, it } from 'vitest';
import { memoryBus } from '#src/adapters/bus/memory-bus.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { newMember } from '#test/client.ts';
import { TestClock } from '#test/deps.ts';
import { memberApp } from '#test/member-app.ts';
import { useTestDatabase } from '#test/database.ts';
import { announce, notify } from '#modules/notices/index.ts';
import { pushesOver, tellMembers } from './tell-members.ts';

const database = useTestDatabase();
let deps: Deps;
let app: Awaited<ReturnType<typeof memberApp>>['app'];
beforeAll(async () => {
  ({ app, deps } = await memberApp({ db: database.app, clock: new TestClock() }));
  return () => app.close();
});

/** A server whose sockets are those of these members and of programs of these, and what they heard. */
function serverOf(bus: ReturnType<typeof memoryBus>, members: readonly string[], programs: readonly string[] = []) {
  const heard: [string, ServerMessage][] = [];
  const asked: string[] = [];
  const ended: string[] = [];
  const db: Deps['db'] = {
    ...deps.db,
    query: (name, text, params) => {
      asked.push(name);
      return deps.db.query(name, text, params);
    },
  };
  tellMembers({ ...deps, db }, bus, {
    isListening: (userId) => members.includes(userId),
    toUser: (userId, message) => void heard.push([userId, message]),
    hasProgram: (userId) => programs.includes(userId),
    toPrograms: () => undefined,
    endSessions: (hashes) => void ended.push(...hashes),
  });
  return { heard, asked, ended };
}

const sendNotice = (userId: string) =>
  deps.db.transaction((tx) =>
    notify(tx, { userId, category: 'system', key: 'sessionsRevoked', params: { n: 2 }, at: 1 }),
  );

it('each server words what changed for those whose sockets it has, in their language, and reads nothing for others', async () => {
  const [anu, bala] = [await newMember(app), await newMember(app)];
  // What a member reads is what the app of that member last asked in.
  await bala.client.with({ lang: 'yd' }).ask('sessions', {});
  await expect
    .poll(
      async () =>
        (
          await database.app.query('t.l', `SELECT 1 FROM accounts.member WHERE id = $1 AND language = 'hi'`, [
            bala.userId,
          ])
        ).length,
    )
    .toBe(1);
  const bus = memoryBus(deps.log);
  const [first, second, third] = [serverOf(bus, [anu.userId]), serverOf(bus, [bala.userId]), serverOf(bus, [])];
  const notices = [await sendNotice(anu.userId), await sendNotice(bala.userId)];
  announce({ pushes: pushesOver(bus) }, ...notices);
  await expect.poll(() => [first.heard.length, second.heard.length]).toEqual([1, 1]);
  expect(first.heard[0]).toMatchObject([
    anu.userId,
    { type: 'notice', data: { title: expect.stringMatching(/[a-z]/) as string } },
  ]);
  expect(second.heard[0]).toMatchObject([
    bala.userId,
    { type: 'notice', data: { title: expect.stringMatching(/[\u0900-\u097F]/) as string } },
  ]);
  expect(third).toEqual({ heard: [], asked: [], ended: [] });
});

it.each(['order', 'refused_order'] as const)(
  'reads %s only where a program of the member follows orders',
  async (kind) => {
    const bus = memoryBus(deps.log);
    const [without, following] = [serverOf(bus, ['m1'], ['m2']), serverOf(bus, [], ['m1'])];
    const told = { userId: 'm1', program: 'k', id: '1', version: 1, changed: [] };
    pushesOver(bus).changed([{ kind, ...told }]);
    await expect.poll(() => following.asked.length).toBe(1);
    expect(without.asked).toEqual([]);
    expect(without.heard[0]).toMatchObject(['m1', { type: 'order' }]);
  },
);

it('a session that ends anywhere ends its sockets everywhere, and is forgotten', () => {
  const bus = memoryBus(deps.log);
  const [first, second] = [serverOf(bus, []), serverOf(bus, [])];
  pushesOver(bus).endSessions(['aa']);
  pushesOver(bus).endSessions([]);
  expect([first.ended, second.ended]).toEqual([['aa'], ['aa']]);
});

it('a listener that fails keeps nothing from the others', () => {
  const bus = memoryBus(deps.log);
  const heard: (readonly string[])[] = [];
  bus.subscribe('watchlists_changed', () => {
    throw new Error('of a test');
  });
  const end = bus.subscribe('watchlists_changed', (members) => void heard.push(members));
  bus.publish('watchlists_changed', ['m1']);
  end();
  bus.publish('watchlists_changed', ['m2']);
  expect(heard).toEqual([['m1']]);
});
