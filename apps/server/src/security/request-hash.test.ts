import { hash, hex, lp } from '@khara/proof';
import { expect, it } from 'vitest';
import { requestHash } from './request-hash.ts';

it('is of the same bytes as ever: a request from before an update is repeated after it', () => {
  const asked = { quantity: 12, code: 'ANARTABANK', price: 123_456n, note: 'खरा', positionId: undefined };
  const bytes = ['code', 'ANARTABANK', 'note', 'खरा', 'price', '123456', 'quantity', '12'].map((text) => lp(text));
  expect(hex(requestHash(asked))).toBe(hex(hash(...bytes)));
});

it('tells requests apart whose fields only run together', () => {
  expect(requestHash({ a: 'bc' })).not.toEqual(requestHash({ ab: 'c' }));
  expect(requestHash({ a: '1', b: undefined })).toEqual(requestHash({ a: '1' }));
});
