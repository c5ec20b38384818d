import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDeps } from '#test/deps.ts';
import { buildApp } from '#src/app.ts';
import { findWebFiles } from './web-files.ts';

let directory: string;
let app: FastifyInstance;

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'khara-web-'));
  mkdirSync(path.join(directory, 'assets'));
  const script = 'console.log(1)\n'.repeat(100);
  writeFileSync(
    path.join(directory, 'index.html'),
    '<!doctype html><script src="/h5/assets/index-BxT1k2a9.js"></script>',
  );
  writeFileSync(path.join(directory, 'assets/index-BxT1k2a9.js'), script);
  writeFileSync(path.join(directory, 'assets/index-BxT1k2a9.js.br'), brotliCompressSync(script));
  writeFileSync(path.join(directory, 'assets/index-BxT1k2a9.js.gz'), gzipSync(script));
  writeFileSync(path.join(directory, 'mark.svg'), '<svg/>');
  writeFileSync(path.join(directory, '.inputs'), 'not for the world');
  app = await buildApp(testDeps(), {}, { web: findWebFiles(directory, '1.0.2') });
});
afterAll(async () => {
  await app.close();
  rmSync(directory, { recursive: true });
});

/** A build of a version whose pages could not yet say with which page the app opens. */
function older(): string {
  const older = path.join(directory, 'older');
  mkdirSync(older, { recursive: true });
  writeFileSync(path.join(older, 'index.html'), '<!doctype html>');
  return older;
}

const get = (url: string, headers = {}) => app.inject({ url, headers });

describe('the web app', () => {
  it('is where / leads to', async () => {
    for (const url of ['/', '/h5']) expect((await get(url)).headers).toMatchObject({ location: '/h5/' });
    const page = await get('/h5/');
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' });
  });

  it('may load scripts, styles and data from here only, and nothing inline', async () => {
    const { headers } = await get('/h5/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).not.toMatch(/unsafe|https:|\*/);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ])('is sent as the browser takes it: %s', async (accepted, encoding) => {
    const file = await get('/h5/assets/index-BxT1k2a9.js', { 'accept-encoding': accepted });
    expect(file.statusCode).toBe(200);
    expect(file.headers['content-encoding']).toBe(encoding);
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('keeps a file without a hash in its name no longer than it is valid', async () => {
    expect((await get('/h5/mark.svg')).headers['cache-control']).toBe('no-cache');
  });

  it.each(['/h5/.inputs', '/h5/../package.json', '/h5/%2e%2e/package.json', '/h5/assets/', '/h5/nothing.js'])(
    'does not show %s',
    async (url) => {
      const answer = await get(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: 404, data: { reason: 'not_found' } });
    },
  );

  it('opens with Learn in a school, and the page says so whatever the browser takes', async () => {
    writeFileSync(
      path.join(directory, 'index.html'),
      '<!doctype html><meta name="opens" content="" /><title>K</title>',
    );
    const web = findWebFiles(directory, '1.0.2');
    const school = await buildApp(testDeps({}, { PROFILE: 'school' }), {}, { web });
    for (const url of ['/h5/', '/h5/index.html']) {
      const plain = await school.inject({ url, headers: { 'accept-encoding': 'identity' } });
      expect(plain.body).toContain('<meta name="opens" content="/pages/learn/index" />');
      const packed = await school.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
      expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
      expect((await get(url)).body).toContain('<meta name="opens" content="" />');
    }
    await school.close();
    await expect(
      buildApp(testDeps({}, { PROFILE: 'school' }), {}, { web: { directory: older(), version: '1' } }),
    ).rejects.toThrow(/no place for "opens"/);
  });

  it('has another version when its page changes', () => {
    const before = findWebFiles(directory, '1.0.2');
    writeFileSync(
      path.join(directory, 'index.html'),
      '<!doctype html><script src="/h5/assets/index-other123.js"></script>',
    );
    const after = findWebFiles(directory, '1.0.2');
    expect(before?.version).toMatch(/^1\.0\.2-[0-9a-f]{8}$/);
    expect(after?.version).not.toBe(before?.version);
    expect(findWebFiles(path.join(directory, 'missing'), '1.0.2')).toBeUndefined();
  });
});
