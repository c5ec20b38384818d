import { execFile } from 'node:child_process';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { openPrograms } from '#test/programs.ts';
import { installed } from '../../../../tools/installed.ts';
import { startFixtureServer } from './fixture-server.ts';

/* The conformance suite of the Model Context Protocol, as it is published. */

const SUITE = 'apps/server/test/conformance/suite';
installed(SUITE);
// It is a command and exports nothing.
const suite = join(SUITE, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** Runs a scenario against an address. Answers what it said if it failed. */
const runScenario = (url: string, scenario: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    execFile(process.execPath, [suite, 'server', '--url', url, '--scenario', scenario], (error, stdout, stderr) =>
      resolve(error ? `${stdout}${stderr}` : undefined),
    );
  });

describe('the transport, with what the suite asks for', () => {
  let fixture: Awaited<ReturnType<typeof startFixtureServer>>;
  beforeAll(async () => {
    fixture = await startFixtureServer();
  });
  afterAll(() => fixture.app.close());

  it.each([
    'server-initialize',
    'logging-set-level',
    'ping',
    'completion-complete',
    'tools-list',
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-with-logging',
    'tools-call-error',
    'tools-call-with-progress',
    'json-schema-2020-12',
    'server-sse-polling',
    'server-sse-multiple-streams',
    'resources-list',
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
    'resources-subscribe',
    'resources-unsubscribe',
    'prompts-list',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
    'dns-rebinding-protection',
  ])('conforms: %s', async (scenario) => {
    expect(await runScenario(fixture.url, scenario)).toBeUndefined();
  });

  // A server without sessions cannot ask a client of 2025 back: nothing of ours does.
  it.each([
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
  ])('offers nothing that needs a session: %s', async (scenario) => {
    expect(await runScenario(fixture.url, scenario)).toBeDefined();
  });
});

describe('the place for assistants', () => {
  const database = useTestDatabase();
  let server: Awaited<ReturnType<typeof openPrograms>>;
  let url: string;
  // The suite sends no token: this passes its requests on with one, and the host as it came.
  const withToken = createServer();
  beforeAll(async () => {
    server = await openPrograms(database.app);
    const { key, accessToken } = await server.trader('read');
    withToken.on('request', (asked, answered) => {
      server.trading.clock.advance(1_000); // no more calls a second than a key may send
      const headers = { ...asked.headers, authorization: `Bearer ${key.id}:${accessToken}` };
      const passed = send(`${server.root}${asked.url}`, { method: asked.method, headers }, (answer) => {
        answered.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(answered);
      });
      asked.pipe(passed);
    });
    await new Promise<void>((resolve) => withToken.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(withToken.address() as AddressInfo).port}/mcp`;
  });
  afterAll(async () => {
    withToken.close();
    await server.app.close();
  });

  it.each(['server-initialize', 'ping', 'tools-list', 'prompts-list', 'resources-list', 'dns-rebinding-protection'])(
    'conforms: %s',
    async (scenario) => {
      expect(await runScenario(url, scenario)).toBeUndefined();
    },
  );
});
