import type { ServerMessage } from '@khara/contract';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '#src/kernel/deps.ts';
import { seal } from '#src/security/vault.ts';
import { client, newMember } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { TestClock } from '#test/deps.ts';
import { memberApp } from '#test/member-app.ts';
import { answerMember, handlers, markThreadRead, supportThreads } from './index.ts';

const database = useTestDatabase();
const pushed: [string, ServerMessage][] = [];
const toUser = (userId: string, message: ServerMessage) => pushed.push([userId, message]);
let deps: Deps;
let app: FastifyInstance;
beforeAll(async () => {
  ({ app, deps } = await memberApp({ db: database.app, clock: new TestClock() }, handlers, { toUser }));
});
afterAll(() => app.close());

describe('customer service', () => {
  it('is a thread both sides write in, with marks of what was read', async () => {
    const member = await newMember(app);
    const sent = await member.client.get('sendSupportMessage', {
      text: '  Why is my order waiting?  ',
      draftId: 'draft-0001',
    });
    const again = await member.client.get('sendSupportMessage', {
      text: 'Why is my order waiting?',
      draftId: 'draft-0001',
    });
    expect(again).toEqual(sent);
    expect(sent).toMatchObject({ from: 'member', text: 'Why is my order waiting?', readAt: null });
    const thread = (await supportThreads(database.app, 50)).find(({ memberId: id }) => id === member.userId);
    expect(thread).toMatchObject({ lastText: 'Why is my order waiting?', unread: 1n });

    await markThreadRead(deps, member.userId);
    await answerMember(deps, { memberId: member.userId, staff: 'S2', text: 'It waits for its price.' });
    await expect
      .poll(() => {
        const types = pushed.filter(([to]) => to === member.userId).map(([, { type }]) => type);
        return types.filter((type) => type !== 'notice'); // a new account has some, which come when they are worded
      })
      .toEqual(['support', 'supportRead', 'support']);
    const answered = async () =>
      (await member.client.get('noticeList', { category: 'system' })).list
        .filter(({ title }) => title === 'Customer service has answered')
        .map(({ read }) => read);
    await answerMember(deps, { memberId: member.userId, staff: 'S2', text: 'And at four it ends.' });
    expect(await answered(), 'two answers, one notice').toEqual([false]);
    const page = await member.client.get('supportMessages', {});
    expect(page.unread).toBe(2);
    expect(await answered(), 'read with the thread').toEqual([true]);
    expect(page.list.map(({ from, readAt }) => [from, readAt !== null])).toEqual([
      ['service', false],
      ['service', false],
      ['member', true],
    ]);
    expect(await member.client.get('supportMessages', {})).toMatchObject({ unread: 0 });
  });

  it('takes pictures that were uploaded for it by the same member', async () => {
    const [member, other] = [await newMember(app), await newMember(app)];
    const jpeg = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#884422' } })
      .jpeg()
      .toBuffer();
    const store = async (memberId: string, purpose: 'kyc' | 'support', id: string) => {
      const sealed = seal(deps.keys.vault, deps.random, jpeg, [memberId, 'picture', purpose, id, '1']);
      await database.app.query(
        't.picture',
        `INSERT INTO pictures.picture (id, member_id, purpose, key_id, wrapped_key, body, bytes, look, contrast, at, delete_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, 1, 2)`,
        [id, memberId, purpose, sealed.keyId, sealed.wrappedKey, sealed.body, jpeg.length, Buffer.alloc(256)],
      );
      return id;
    };
    const mine = await store(member.userId, 'support', 'Pmine12345');
    const card = await store(member.userId, 'kyc', 'Pcard12345');
    const theirs = await store(other.userId, 'support', 'Ptheir1234');
    expect(await member.client.get('sendSupportMessage', { fileId: mine })).toMatchObject({ fileId: mine, text: '' });
    for (const fileId of [card, theirs, 'Pnone12345']) {
      expect(await member.client.refused('sendSupportMessage', { text: 'Look', fileId })).toBe('not_found');
    }
  });

  it('refuses nothing said, too much said, and too often', async () => {
    const member = await newMember(app);
    expect(await member.client.refused('sendSupportMessage', { text: '   ' })).toBe('message_empty');
    expect(await member.client.refused('sendSupportMessage', { text: 'x'.repeat(2001) })).toBe('message_too_long');
    for (let sent = 0; sent < 30; sent += 1) await member.client.get('sendSupportMessage', { text: `${sent}` });
    expect(await member.client.refused('sendSupportMessage', { text: 'once more' })).toBe('try_later');
    expect(await client(app).refused('sendSupportMessage', { text: 'hello' })).toBe(401);
  });
});
