import formbody from '@fastify/formbody';
import { DOOR_LINES } from '@khara/contract';
import fastify from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDeps } from '#test/deps.ts';
import type { Door } from './caller.ts';
import { routeDoor } from './door.ts';
import { doorCalls } from './reference.ts';

/** Of funds, which are not offered: lists of them are empty, and nothing is taken. */
const isOffered = (name: string): boolean => !name.includes(' /mf/');
/** Parameters have names of their own on each side. */
const plain = (name: string): string => name.replaceAll(/\{\w+\}/g, '{}');
const lines = DOOR_LINES.flatMap(({ scope, calls }) => calls.map((name) => ({ name: name as string, scope })));

describe('what a key may do', () => {
  /** Routes of the server as the lines write them, with what each asks of a key; undefined: no token. */
  const routes = new Map<string, string | undefined>();
  beforeAll(async () => {
    let asked: string | undefined;
    const door = {
      deps: testDeps(),
      fail: () => Promise.reject(new Error('no token')),
      open: (_: unknown, { scope }: { readonly scope: string }) => {
        asked = scope;
        return Promise.reject(new Error('asked'));
      },
    } as unknown as Door; // no handler comes further than this
    const app = fastify();
    const found: { readonly method: string; readonly url: string }[] = [];
    app.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) if (each !== 'HEAD') found.push({ method: each, url });
    });
    await app.register(formbody);
    routeDoor(app, door);
    for (const { method, url } of found) {
      asked = undefined;
      await app.inject({ method: method as 'GET', url: url.replaceAll(/:\w+/g, 'x').replace('*', 'x') });
      routes.set(`${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`, asked);
    }
  });

  it('is a line for each call of the server, and no other', () => {
    const served = [...routes.keys()].filter(isOffered).map(plain).toSorted();
    expect(served.length).toBeGreaterThan(40);
    const listed = lines.map(({ name }) => plain(name)).filter((name) => !name.startsWith('WEBSOCKET '));
    expect(listed.toSorted()).toEqual(served);
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('is what each call asks of a key', () => {
    for (const [name, asked = 'login'] of routes)
      if (isOffered(name))
        expect([name, lines.find((line) => plain(line.name) === plain(name))?.scope]).toEqual([name, asked]);
  });

  it('has a line for each call of the reference', () => {
    const names = new Set(lines.map(({ name }) => name));
    const missing = doorCalls
      .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
      .filter((name) => !names.has(name));
    expect(missing).toEqual([]);
  });

  it('is nothing that moves money, identity or the own limits', () => {
    for (const { name } of lines) expect(name).not.toMatch(/withdraw|recharge|bank|kyc|password|limit/i);
  });
});
