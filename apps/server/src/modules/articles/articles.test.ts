import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '#src/kernel/deps.ts';
import { client, newMember } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { TestClock } from '#test/deps.ts';
import { memberApp } from '#test/member-app.ts';
import { handlers, readArticleFiles, seedArticles, writeArticle } from './index.ts';
import { READING_PATH } from './seed.ts';

const database = useTestDatabase();
const clock = new TestClock();
let deps: Deps;
let app: FastifyInstance;

/** The day that runs here, and what shares trade at on it. */
const market = {
  now: () => ({ marketDate: '2026-11-24' }),
  instrument: (code: string) => (code === 'AAMRAI' ? { code, issuer: { sectorKey: 'consumer' } } : undefined),
  quote: () => ({ previousClose: 1_300_00 }),
  spark: () => [1_309_10, 1_311_00],
} as unknown as Deps['market'];

beforeAll(async () => {
  ({ app, deps } = await memberApp({ db: database.app, clock }, handlers, { parts: { market } }));
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

describe('articles', () => {
  it('come from files, in four languages, and a new version of a file replaces the old one', async () => {
    const folder = await directory({ 'what-is-a-tick': 'Ticks', 'what-is-a-band': 'Bands' });
    await seedArticles(deps, readArticleFiles(folder));
    const guest = client(app);
    const learn = await guest.get('articles', { category: 'learn' }, { lang: 'yd' });
    const list = learn.list.filter(({ id }) => ['what-is-a-tick', 'what-is-a-band'].includes(id));
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

  it('to learn from are listed in the order in which they are best read, each of them', async () => {
    const learn = readArticleFiles().filter(({ category }) => category === 'learn');
    expect(learn.map(({ id }) => id)).toEqual(READING_PATH);
    clock.advance(60_000);
    await seedArticles(deps);
    const { list } = await client(app).get('articles', { category: 'learn', size: 50 });
    expect(list.map(({ id }) => id).filter((id) => READING_PATH.includes(id))).toEqual(READING_PATH);
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
        const id = `korkai-${day}`;
        await writeArticle(tx, { ...report, id, codes: ['KORKAIBANK'], at: clock.now() + day, texts: texts(id) });
      }
      await writeArticle(tx, { ...report, id: 'thewa-1', codes: ['THEWA'], at: clock.now(), texts: texts('thewa') });
      await tx.query('t.watch', `INSERT INTO market.watch (user_id, code, at_ms) VALUES ($1, 'KORKAIBANK', 1)`, [
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
    expect(seen).toEqual(['korkai-5', 'korkai-4', 'korkai-3', 'korkai-2', 'korkai-1']);
    expect((await (await newMember(app)).client.get('articlesForMe', {})).list).toEqual([]);
  });

  it('of a company on the day that runs have what its share trades at; those of no company have nothing', async () => {
    const story = { source: 'simulation', cover: undefined, seeded: undefined, at: clock.now() } as const;
    const today = { ...story, marketDate: '2026-11-24' } as const;
    await database.app.transaction(async (tx) => {
      const of = { category: 'company', codes: ['AAMRAI'] } as const;
      await writeArticle(tx, { ...today, ...of, id: 'running', texts: texts('running') });
      await writeArticle(tx, { ...story, ...of, marketDate: '2026-10-01', id: 'dropped', texts: texts('dropped') });
      await writeArticle(tx, { ...today, category: 'market', codes: ['AAMRAI'], id: 'report', texts: texts('report') });
    });
    const guest = client(app);
    const tradedOf = async (id: string) => (await guest.get('article', { id })).traded;
    expect(await tradedOf('running')).toEqual({ sector: 'consumer', prices: ['1300.00', '1309.10', '1311.00'] });
    expect(await tradedOf('dropped')).toBeNull();
    expect(await tradedOf('report')).toBeNull();
    const ofShare = await guest.get('articles', { code: 'AAMRAI' });
    expect(ofShare.list.map(({ id }) => id)).toEqual(expect.arrayContaining(['running', 'report']));
    expect((await guest.get('articles', { code: 'CHAKRAVALA' })).list.map(({ id }) => id)).not.toContain('running');
    const { list } = await guest.get('articles', { category: 'company' });
    expect(list.find(({ id }) => id === 'running')?.traded?.prices).toHaveLength(3);
  });

  it('that are unknown say so', async () => {
    expect(await client(app).refused('article', { id: 'no-such-article' })).toBe('not_found');
  });
});
