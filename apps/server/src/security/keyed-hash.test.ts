import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCodes, keyedHash } from './keyed-hash.ts';

const hmacOf = (key: Uint8Array, text: string): string => createHmac('sha256', key).update(text).digest('hex');

it('is HMAC-SHA-256, whatever the key and the texts, and one text leaves nothing for the next', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 64 }),
      fc.array(fc.string({ unit: 'grapheme', maxLength: 900 }), { minLength: 1, maxLength: 5 }),
      (key, texts) => {
        const made = keyedHash(key);
        expect(texts.map((text) => made(text).toString('hex'))).toEqual(texts.map((text) => hmacOf(key, text)));
      },
    ),
  );
});

it('takes no key that is longer than a block, which HMAC would hash first', () => {
  expect(() => keyedHash(new Uint8Array(65))).toThrow('longer than a block');
});

it('makes codes of 128 bits, each for one purpose and one secret, and takes no shorter or longer one', () => {
  const secret = new Uint8Array(32).fill(7);
  const { codeOf, isOwn } = createCodes('row');
  const code = codeOf(secret, 'a text');
  const whole = Buffer.from(hmacOf(createHmac('sha256', secret).update('row').digest(), 'a text'), 'hex');
  expect(Buffer.from(code)).toEqual(whole.subarray(0, 16));
  expect(isOwn(secret, 'a text', code)).toBe(true);
  const others = [whole, code.subarray(0, 15), code.with(0, code[0]! ^ 1), new Uint8Array(), undefined];
  expect(others.map((other) => isOwn(secret, 'a text', other))).toEqual(others.map(() => false));
  expect(isOwn(secret, 'another', code)).toBe(false);
  expect(isOwn(secret.with(0, 8), 'a text', code)).toBe(false);
  expect(createCodes('command').isOwn(secret, 'a text', code)).toBe(false);
});
