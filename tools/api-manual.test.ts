import { readFileSync } from 'node:fs';
import { calls, consoleCalls, type Call } from '@khara/contract';
import { describe, expect, it } from 'vitest';
import { API_MANUAL, apiManual, CONSOLE_MANUAL, consoleManual } from './api-manual.ts';

describe.each<[string, string, () => string, Readonly<Record<string, Call>>]>([
  ['docs/api.md', API_MANUAL, apiManual, calls],
  ['docs/console-api.md', CONSOLE_MANUAL, consoleManual, consoleCalls],
])('%s', (_name, file, manualOf, table) => {
  it('says what the call table says: run `npm run generate`', () => {
    expect(readFileSync(file, 'utf8')).toBe(manualOf());
  });

  it('names every call, field and refusal', () => {
    const manual = manualOf();
    for (const call of Object.values(table)) {
      expect(manual).toContain(`### ${call.method} ${call.path}`);
      for (const field of Object.keys(call.body.shape)) expect(manual).toContain(`| ${field} |`);
      for (const reason of call.refusals) expect(manual).toContain(`\`${reason}\``);
    }
  });
});
