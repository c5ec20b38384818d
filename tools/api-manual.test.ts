import { readFileSync } from 'node:fs';
import { calls } from '@khara/contract';
import { expect, it } from 'vitest';
import { API_MANUAL, apiManual } from './api-manual.ts';

it('docs/api.md says what the call table says: run `node tools/api-manual.ts`', () => {
  expect(readFileSync(API_MANUAL, 'utf8')).toBe(apiManual());
});

it('names every call, field and refusal', () => {
  const manual = apiManual();
  for (const call of Object.values(calls)) {
    expect(manual).toContain(`### ${call.method} ${call.path}`);
    for (const field of Object.keys(call.body.shape)) expect(manual).toContain(`| ${field} |`);
    for (const reason of call.refusals) expect(manual).toContain(`\`${reason}\``);
  }
});
