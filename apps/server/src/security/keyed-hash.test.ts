import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keyedHash } from './keyed-hash.ts';

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
