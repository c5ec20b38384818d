import { STATEMENT_CHECKS } from '@khara/proof';
import { expect, it } from 'vitest';
import { STATEMENT_CHECK_NAMES } from './checks.ts';

it('names the checks in the order in which they are made', () => {
  expect(STATEMENT_CHECK_NAMES).toEqual(STATEMENT_CHECKS);
});
