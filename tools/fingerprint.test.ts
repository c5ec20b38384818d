import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareWith, fingerprint, hashAll } from './fingerprint.ts';

const PAGE =
  '<head><meta name="api" content="" /><meta name="opens" content="" /></head><script src="/h5/assets/app-1.js"></script>';

/** The page of a server whose app opens with a page of its own. */
const opening = (route: string): string => PAGE.replace('"opens" content=""', `"opens" content="${route}"`);

describe('the fingerprint of the app', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'fingerprint-'));
  /** What the server sends instead of a file of the build. */
  const changed = new Map<string, string | undefined>();
  let server: Server;
  let address: string;

  beforeAll(async () => {
    mkdirSync(path.join(directory, 'assets'));
    writeFileSync(path.join(directory, 'index.html'), PAGE);
    writeFileSync(path.join(directory, 'assets/app-1.js'), 'practice()');
    writeFileSync(path.join(directory, 'assets/app-1.js.br'), 'compressed');
    writeFileSync(path.join(directory, '.inputs'), 'x');
    server = createServer((request, response) => {
      const name = request.url === '/h5/' ? 'index.html' : (request.url ?? '').slice('/h5/'.length);
      if (!changed.has(name)) return response.end(readFileSync(path.join(directory, name)));
      const other = changed.get(name);
      return other === undefined ? response.writeHead(404).end() : response.end(other);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/h5/`;
  });

  afterAll(() => {
    server.close();
    rmSync(directory, { recursive: true });
  });

  it('has the files that browsers get, and changes with any of them', () => {
    const files = fingerprint(directory);
    expect([...files.keys()]).toEqual(['assets/app-1.js', 'index.html']);
    expect(hashAll(new Map([...files, ['assets/app-1.js', 'another hash']]))).not.toBe(hashAll(files));
  });

  it('is that of a server with the same build, whatever API it names', async () => {
    changed.set('index.html', PAGE.replace('content=""', 'content="https://api.khara.example khara.example"'));
    expect(await compareWith(fingerprint(directory), address)).toEqual([]);
    changed.clear();
  });

  it('is that of a server whose app opens with Learn, and with no other page', async () => {
    changed.set('index.html', opening('/pages/learn/index'));
    expect(await compareWith(fingerprint(directory), address)).toEqual([]);
    changed.set('index.html', opening('/pages/wallet/recharge/index'));
    expect(await compareWith(fingerprint(directory), address)).toEqual([{ file: 'index.html', what: 'other' }]);
    changed.clear();
  });

  it('names the files of a copy without the practice label', async () => {
    changed.set('assets/app-1.js', 'realMoney()').set('index.html', undefined);
    expect(await compareWith(fingerprint(directory), address)).toEqual([
      { file: 'assets/app-1.js', what: 'other' },
      { file: 'index.html', what: 'missing' },
    ]);
    changed.clear();
  });
});
