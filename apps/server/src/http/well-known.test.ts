import { afterEach, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { testDeps } from '#test/deps.ts';
import { buildApp } from '#src/app.ts';

let app: FastifyInstance;
const get = async (url: string, environment: Readonly<Record<string, string>> = {}, headers = {}) => {
  app = await buildApp(testDeps({}, environment), {});
  return app.inject({ url, headers });
};
afterEach(() => app.close());

describe('addresses that programs try on every site', () => {
  it('security.txt names where to report and ends within a year', async () => {
    const { headers, body } = await get('/.well-known/security.txt', {}, { host: 'localhost:8080' });
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body).toContain('Contact: http://localhost:8080/h5/#/pages/index/customer/index\n');
    const [, expires = ''] = /^Expires: (.*)$/m.exec(body) ?? [];
    const now = testDeps().clock.now();
    expect(Date.parse(expires)).toBeGreaterThan(now);
    expect(Date.parse(expires)).toBeLessThan(now + 365 * 86_400_000);
  });

  it('security.txt names no repository that has no owner', async () => {
    expect((await get('/.well-known/security.txt')).body).not.toMatch(/OWNER|undefined/);
  });

  it('robots.txt keeps crawlers away from calls alone', async () => {
    expect((await get('/robots.txt')).body).toBe('User-agent: *\nDisallow: /app/\nDisallow: /api/\n');
  });

  it('favicon.ico is that of the app', async () => {
    expect((await get('/favicon.ico')).headers.location).toBe('/h5/icons/favicon.ico');
  });

  it('openapi.json is the document of the reference', async () => {
    const { body } = await get('/openapi.json');
    expect(JSON.parse(body)).toEqual(JSON.parse((await app.inject('/docs/json')).body));
  });

  it('what a browser opens is led to https, and a document for programs is refused by plain http', async () => {
    const environment = {
      TLS: 'proxy',
      TRUSTED_PROXIES: '127.0.0.1',
      PUBLIC_ORIGINS: 'https://khara.example',
      CONSOLE_HOST: 'office.khara.example',
    };
    const headers = { host: 'khara.example', 'x-forwarded-proto': 'http' };
    expect((await get('/robots.txt', environment, headers)).headers.location).toBe('https://khara.example/robots.txt');
    expect((await app.inject({ url: '/openapi.json', headers })).statusCode).toBe(403);
  });
});
