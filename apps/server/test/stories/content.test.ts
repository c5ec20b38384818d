import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ServerMessage } from '@khara/contract';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handlers as articles, readArticleFiles, seedArticles, writeArticle } from '#modules/articles/index.ts';
import { handlers as pictures } from '#modules/pictures/index.ts';
import { answerMember, handlers as support, markThreadRead, supportThreads } from '#modules/support/index.ts';
import { handlers as votes, seedVotes } from '#modules/votes/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { seal } from '#src/security/vault.ts';
import { client, newMember } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { TestClock } from '#test/deps.ts';
import { memberApp } from '#test/member-app.ts';

const database = useTestDatabase();
const clock = new TestClock();
const pushed: [string, ServerMessage][] = [];
let deps: Deps;
let app: FastifyInstance;

beforeAll(async () => {
  const pushes = {
    isListening: () => true,
    toUser: (userId: string, message: ServerMessage) => void pushed.push([userId, message]),
    endSessions: () => undefined,
  };
  const handlers = { ...pictures, ...articles, ...votes, ...support };
  ({ app, deps } = await memberApp({ db: database.app, clock }, handlers, { parts: { pushes } }));
});
afterAll(() => app.close());

const LANGUAGES = ['en', 'hi', 'zh-hant', 'zh-hans'];
const text = (title: string) => `# ${title}\n\nIn short.\nIn two lines.\n\n## Part\n\n${'Words of it. '.repeat(200)}\n`;

/** A directory of articles, as the product's own. */
async function directory(entries: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'khara-articles-'));
  for (const [id, title] of Object.entries(entries)) {
    await mkdir(path.join(folder, 'learn', id), { recursive: true });
    for (const language of LANGUAGES)
      await writeFile(path.join(folder, 'learn', id, `${language}.md`), text(`${title} ${language}`));
  }
  return folder;
}

/** A report that says the same in every language. */
const texts = (title: string) => {
  const one = { title, summary: 's', body: 'b' };
  return { en: one, hi: one, 'zh-Hant': one, 'zh-Hans': one };
};

describe('articles', { shuffle: false }, () => {
  it('come from files, in four languages, and a new version of a file replaces the old one', async () => {
    const folder = await directory({ 'what-is-a-tick': 'Ticks', 'what-is-a-band': 'Bands' });
    await seedArticles(deps, readArticleFiles(folder));
    const guest = client(app);
    const { list } = await guest.get('articles', { category: 'learn' }, { lang: 'yd' });
    expect(list.map(({ title }) => title)).toEqual(['Bands hi', 'Ticks hi']);
    expect(list[0]).toMatchObject({ summary: 'In short. In two lines.', readMinutes: 3, cover: null });
    const article = await guest.get('article', { id: 'what-is-a-tick' }, { lang: 'zh-Hans' });
    expect(article).toMatchObject({ title: 'Ticks zh-hans', source: 'khara', codes: [] });
    expect(article.body).toMatch(/^## Part/);

    await writeFile(path.join(folder, 'learn/what-is-a-tick/en.md'), text('Ticks anew'));
    clock.advance(1000);
    await seedArticles(deps, readArticleFiles(folder));
    expect((await guest.get('article', { id: 'what-is-a-tick' })).title).toBe('Ticks anew');
    await rm(folder, { recursive: true });
  });

  it('that people have edited stay as they left them', async () => {
    const folder = await directory({ 'edited-later': 'First' });
    await seedArticles(deps, readArticleFiles(folder));
    const one = { title: 'By a person', summary: 's', body: 'b' };
    const texts = { en: one, hi: one, 'zh-Hant': one, 'zh-Hans': one };
    const article = { id: 'edited-later', category: 'learn', source: 'khara', cover: undefined, codes: [] } as const;
    await database.app.transaction((tx) =>
      writeArticle(tx, { ...article, marketDate: undefined, at: clock.now(), seeded: undefined, texts }),
    );
    await writeFile(path.join(folder, 'learn/edited-later/en.md'), text('Second'));
    await seedArticles(deps, readArticleFiles(folder));
    expect((await client(app).get('article', { id: 'edited-later' })).title).toBe('By a person');
    await rm(folder, { recursive: true });
  });

  it('without a title, a summary or a language do not start', async () => {
    const folder = await directory({ broken: 'x' });
    await writeFile(path.join(folder, 'learn/broken/hi.md'), 'no title');
    expect(() => readArticleFiles(folder)).toThrow('broken/hi is no article');
    await rm(path.join(folder, 'learn/broken/hi.md'));
    expect(() => readArticleFiles(folder)).toThrow();
    await rm(folder, { recursive: true });
  });

  it('of the product are whole, and none is only the English one under another name', () => {
    for (const { id, texts } of readArticleFiles()) {
      expect(new Set(Object.values(texts).map(({ title }) => title)).size, id).toBe(4);
      expect(new Set(Object.values(texts).map(({ body }) => body)).size, id).toBe(4);
      expect(texts.hi.body, id).toMatch(/[ऀ-ॿ]/);
      expect(texts['zh-Hans'].body, id).toMatch(/[一-鿿]/);
    }
  });

  it('about what a reader watches are for that reader; pages go on where they ended', async () => {
    const reader = await newMember(app);
    const report = {
      category: 'company',
      source: 'simulation',
      cover: undefined,
      marketDate: '2026-11-23',
      seeded: undefined,
    } as const;
    await database.app.transaction(async (tx) => {
      for (let day = 1; day <= 5; day += 1) {
        const id = `aamrai-${day}`;
        await writeArticle(tx, { ...report, id, codes: ['AAMRAI'], at: clock.now() + day, texts: texts(id) });
      }
      await writeArticle(tx, { ...report, id: 'thewa-1', codes: ['THEWA'], at: clock.now(), texts: texts('thewa') });
      await tx.query('t.watch', `INSERT INTO market.watch (user_id, code, at_ms) VALUES ($1, 'AAMRAI', 1)`, [
        reader.userId,
      ]);
    });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { list: readonly { id: string }[]; nextCursor: string | null } = await reader.client.get(
        'articlesForMe',
        {
          size: 2,
          ...(cursor === null ? {} : { cursor }),
        },
      );
      seen.push(...page.list.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(['aamrai-5', 'aamrai-4', 'aamrai-3', 'aamrai-2', 'aamrai-1']);
    expect((await (await newMember(app)).client.get('articlesForMe', {})).list).toEqual([]);
  });

  it('that are unknown say so', async () => {
    expect(await client(app).refused('article', { id: 'no-such-article' })).toBe('not_found');
  });
});

describe('a vote', () => {
  it('keeps its results from those who have not voted, takes one ballot a person, and then shows them', async () => {
    await seedVotes(deps);
    await seedVotes(deps);
    const guest = client(app);
    const vote = await guest.get('voteInfo', {});
    expect(vote).toMatchObject({ votedOptionId: null, totalVotes: 0 });
    expect(vote.options.map(({ flag, votes: count, share }) => [flag, count, share])[0]).toEqual(['🇺🇸', null, null]);
    expect(await guest.refused('castVote', { id: vote.options[0]!.id })).toBe(401);

    const members = [await newMember(app), await newMember(app), await newMember(app)];
    const [first, second] = vote.options;
    const answers = await Promise.all([1, 2, 3].map(() => members[0]!.client.ask('castVote', { id: first!.id })));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await members[0]!.client.refused('castVote', { id: second!.id })).toBe('already_voted');
    await members[1]!.client.get('castVote', { id: first!.id });
    const after = await members[2]!.client.get('castVote', { id: second!.id });
    expect(after).toMatchObject({ totalVotes: 3, votedOptionId: second!.id });
    expect(after.options.slice(0, 2).map(({ votes: count, share }) => [count, share])).toEqual([
      [2, '66.67'],
      [1, '33.33'],
    ]);
    expect((await guest.get('voteInfo', {})).totalVotes).toBe(3);
  });

  it('that is closed takes no ballot and shows its results to everybody', async () => {
    const { id, closesAt, options } = await client(app).get('voteInfo', {});
    const late = await newMember(app);
    const now = clock.now();
    clock.advance(closesAt - now);
    const again = await client(app, { 'x-forwarded-for': '44.1.2.3' }).get('signIn', {
      phone: late.phone,
      password: 'khidki-44-neel',
    });
    expect(await client(app, { token: again.token }).refused('castVote', { id: options[0]!.id })).toBe('vote_closed');
    expect((await client(app).get('voteInfo', { id })).options[0]!.votes).toBe(2);
    expect(await client(app).refused('castVote', { id: 'no-such-option' }, { token: again.token })).toBe('not_found');
  });
});

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
    const thread = (await supportThreads(database.app, 50)).find(({ member_id: id }) => id === member.userId);
    expect(thread).toMatchObject({ last_text: 'Why is my order waiting?', unread: 1n });

    pushed.length = 0;
    await markThreadRead(deps, member.userId);
    await answerMember(deps, { memberId: member.userId, staff: 'S2', text: 'It waits for its price.' });
    expect(pushed.map(([to, { type }]) => [to, type])).toEqual([
      [member.userId, 'supportRead'],
      [member.userId, 'support'],
      [member.userId, 'notice'],
    ]);
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
