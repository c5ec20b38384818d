import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

it.skipIf(process.platform === 'win32')(
  '`npm start` whose npm is ended drains, as npm ends its shell and nothing else',
  async () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'khara-run-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const server = path.join(directory, 'server.mjs');
    const start = path.join(directory, 'start.mjs');
    writeFileSync(
      server,
      `process.on('SIGTERM', () => { console.log('drained'); process.exit(0); });
     setInterval(() => undefined, 1000);
     console.log('serving', process.pid);`,
    );
    writeFileSync(
      start,
      `import { runChild } from ${JSON.stringify(path.join(import.meta.dirname, 'run-child.ts'))};
     process.exit(await runChild(process.execPath, [${JSON.stringify(server)}], ${JSON.stringify(directory)}));`,
    );
    // As npm runs a script: in a shell that waits for it.
    const shell = spawn('/bin/sh', ['-c', `"${process.execPath}" "${start}"; true`], {
      env: { ...process.env, npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    const ends = new Promise<void>((resolve) => shell.stdout.on('close', () => resolve()));
    await new Promise<void>((resolve) => {
      shell.stdout.on('data', (bytes: Buffer) => {
        said += bytes.toString();
        if (said.includes('serving')) resolve();
      });
    });
    shell.kill('SIGTERM');
    await ends; // nothing that could write is left
    expect(said).toContain('drained');
  },
);
