import { fastify } from 'fastify';
import { expect, it, onTestFinished, vi } from 'vitest';
import { answerErrors } from './errors.ts';
import { limitBytes } from './rate-limit.ts';

const LARGE = 'x'.repeat(50_000);

it('a network that was sent too much waits until it has paid for it, others do not, and small answers are free', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const app = fastify({ trustProxy: true });
  onTestFinished(() => app.close());
  answerErrors(app);
  limitBytes(app, { burst: 120_000, perSecond: 10_000 });
  app.get('/large', () => LARGE);
  app.get('/small', () => 'x'.repeat(5_000));
  app.get('/manual', () => LARGE);
  app.get('/h5/page.js', () => LARGE);
  const statusOf = async (url: string, address: string) =>
    (await app.inject({ url, headers: { 'x-forwarded-for': address } })).statusCode;

  for (const [at, url] of ['/large', '/manual', '/large'].entries())
    expect(await statusOf(url, `198.51.100.${at + 1}`)).toBe(200);
  const refused = await app.inject({ url: '/large', headers: { 'x-forwarded-for': '198.51.100.77' } });
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3']);
  expect(refused.json<{ data: unknown }>().data).toMatchObject({ reason: 'too_many_requests' });
  expect(await statusOf('/large', '203.0.113.1')).toBe(200);
  vi.advanceTimersByTime(3_001);
  expect(await statusOf('/large', '198.51.100.1')).toBe(200);
  vi.advanceTimersByTime(60_000);
  for (let sent = 0; sent < 100; sent += 1) expect(await statusOf('/small', '198.51.100.1')).toBe(200);
  for (let sent = 0; sent < 5; sent += 1) expect(await statusOf('/h5/page.js', '198.51.100.1')).toBe(200);
  expect(await statusOf('/large', '198.51.100.1')).toBe(200);
});
