import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { testDeps } from '#test/deps.ts';
import { buildApp } from '#src/app.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = await buildApp(testDeps(), {});
});
afterAll(() => app.close());
const links = (page: string): string[] => [...page.matchAll(/\]\((\/[^)]+)\)/g)].map(([, url]) => url!);

it('llms.txt says that nothing is real, and each of its links of documents leads somewhere', async () => {
  const { body } = await app.inject('/llms.txt');
  expect(body).toContain('Prices are simulated');
  const documents = links(body).filter((url) => /\.(md|json)$/.test(url));
  expect(documents.length).toBeGreaterThan(15);
  for (const url of documents) expect([url, (await app.inject(url)).statusCode]).toEqual([url, 200]);
});

it('manuals are served as Markdown, written and printed ones', async () => {
  for (const url of ['/docs/programs.md', '/docs/manual-api.md']) {
    const { headers, body } = await app.inject(url);
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(body).toMatch(/^# /);
  }
  for (const url of ['/docs/nothing.md', '/docs/..%2fpackage.md']) expect((await app.inject(url)).statusCode).toBe(404);
});

it('the parts of the OpenAPI document are the whole, behind a short index', async () => {
  const { body } = await app.inject('/openapi/index.json');
  expect(body.length).toBeLessThan(20_000);
  const { parts } = JSON.parse(body) as { parts: readonly { document: string; calls: readonly string[] }[] };
  const whole = (await app.inject('/openapi.json')).json<{ paths: Record<string, object> }>();
  const found: Record<string, object> = {};
  for (const { document } of parts)
    Object.assign(found, (await app.inject(document)).json<{ paths: Record<string, object> }>().paths);
  expect(found).toEqual(whole.paths);
});

it.each(['/openapi.json', '/docs/json', '/docs/yaml', '/docs/manual-api.md'])(
  '%s is made once, however often guests ask for it',
  async (url) => {
    await app.inject(url); // its code has run
    const fresh = await buildApp(testDeps(), {});
    const cost = async (times: number) => {
      const before = process.threadCpuUsage();
      for (let time = 0; time < times; time += 1)
        expect((await fresh.inject(`${url}?again=${times}-${time}`)).statusCode).toBe(200);
      const { user, system } = process.threadCpuUsage(before);
      return user + system;
    };
    const first = await cost(1);
    expect(await cost(10)).toBeLessThan(2 * first);
    await fresh.close();
  },
);
