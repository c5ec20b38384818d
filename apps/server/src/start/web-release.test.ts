import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildApp } from '#src/app.ts';
import { findWebFiles } from '#src/http/web-files.ts';
import { useTestDatabase } from '#test/database.ts';
import { testDeps } from '#test/deps.ts';
import { openWebRelease } from './web-release.ts';

/** A build of the app, in which one script has this text and a name of its own. */
function built(version: string, script: string) {
  const directory = mkdtempSync(path.join(tmpdir(), 'khara-release-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const name = `assets/k-${version.replaceAll('.', '')}abcdef.js`;
  mkdirSync(path.join(directory, 'assets'));
  writeFileSync(path.join(directory, 'index.html'), `<!doctype html><script src="/h5/${name}"></script>`);
  writeFileSync(path.join(directory, name), script);
  writeFileSync(path.join(directory, `${name}.br`), brotliCompressSync(script));
  return { name, web: findWebFiles(directory, version)! };
}

describe('servers of calls, while they are upgraded one after the other', () => {
  const database = useTestDatabase({ provesBooks: false });
  const installSecret = Buffer.alloc(32, 7);

  async function started(node: string, { web }: ReturnType<typeof built>) {
    const release = await openWebRelease({ db: database.app, installSecret, node }, web);
    onTestFinished(() => release.leave());
    const app = await buildApp(testDeps(), {}, { web, keptFiles: release });
    onTestFinished(() => app.close());
    const look = () => release.jobs[0]!.work();
    return { release, look, get: (url: string, headers = {}) => app.inject({ url, headers }) };
  }

  it('let pages have the version that all of them have', async () => {
    const [before, after] = [built('1.0.9', 'old()'), built('1.1.0', 'new()')];
    const [one, two] = [await started('api-1', before), await started('api-2', before)];
    expect([one.release.version(), two.release.version()]).toEqual([before.web.version, before.web.version]);
    await one.release.leave();
    const oneAgain = await started('api-1', after);
    await two.look();
    expect([oneAgain.release.version(), two.release.version()]).toEqual([before.web.version, before.web.version]);
    await two.release.leave();
    await oneAgain.look();
    const twoAgain = await started('api-2', after);
    expect([oneAgain.release.version(), twoAgain.release.version()]).toEqual([after.web.version, after.web.version]);
  });

  it('answer for the files of each other’s pages, and only as they were built', async () => {
    const [before, after] = [built('2.0.9', 'older()'), built('2.1.0', 'newer()')];
    const [one, two] = [await started('api-3', before), await started('api-4', after)];
    const olderFromNewer = await two.get(`/h5/${before.name}`);
    expect([olderFromNewer.statusCode, olderFromNewer.body]).toEqual([200, 'older()']);
    expect(olderFromNewer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const compressed = await one.get(`/h5/${after.name}`, { 'accept-encoding': 'br' });
    expect(compressed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe('newer()');
    for (const other of ['assets/k-never0abcdef.js', 'assets/../index-abcdefgh.js', 'assets/k-209abcdefg.exe'])
      expect((await two.get(`/h5/${other}`)).statusCode).toBe(404);
    // What an intruder in the database writes is not served.
    await database.admin.query('test.tamper', "UPDATE content.web_file SET body = 'steal()' WHERE name = $1", [
      before.name,
    ]);
    expect((await two.get(`/h5/${before.name}`)).statusCode).toBe(404);
  });
});
