import { describe, expect, it } from 'vitest';
import { seededRandom } from '#test/deps.ts';
import { TryLater } from '#src/kernel/try-later.ts';
import { argon2Passwords } from './argon2-passwords.ts';

const pepper = { id: 'p1', key: new Uint8Array(32).fill(1) };
const passwords = argon2Passwords(pepper, seededRandom());
/** At a hundredth of the cost, for what is about turns. */
const quick = argon2Passwords(pepper, seededRandom(), { memory: 64, passes: 1, parallelism: 1 });

describe('a password hash', () => {
  it('knows its own secret, to the character', async () => {
    const hash = await passwords.hash('पासवर्ड 1 ');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1,keyid=p1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await passwords.verify('पासवर्ड 1 ', hash)).toBe(true);
    expect(await passwords.verify('पासवर्ड 1', hash)).toBe(false);
    expect(passwords.isStale(hash)).toBe(false);
    expect(passwords.isStale(hash.replace('m=19456', 'm=8192'))).toBe(true);
  });

  it.each([
    ['é…ñ', 'NFD', (text: string) => text.normalize('NFD')],
    [
      '\u0958\u093f\u0932\u093e-\u0926\u0930\u0935\u093e\u095b\u093e-77',
      'NFC',
      (text: string) => text.normalize('NFC'),
    ],
    ['密碼ABC', 'full width', () => '密碼ＡＢＣ'],
    ['क्ष-पासवर्ड', 'with a joiner', () => 'क्\u200dष-पासवर्ड'],
    ['Mumbai-77', 'with marks of direction', () => '\u202aMumbai-77\u202c'],
  ])('of %s knows it as it is seen: %s', async (secret, _, typed) => {
    expect(typed(secret)).not.toBe(secret);
    expect(await quick.verify(typed(secret), await quick.hash(secret))).toBe(true);
    expect(await quick.verify(secret, await quick.hash(typed(secret)))).toBe(true);
  });

  it('differs for the same secret, and is worth nothing without the pepper', async () => {
    const [one, other] = await Promise.all([passwords.hash('123456'), passwords.hash('123456')]);
    expect(one).not.toBe(other);
    const stranger = argon2Passwords({ id: 'p1', key: new Uint8Array(32).fill(2) }, seededRandom());
    expect(await stranger.verify('123456', one)).toBe(false);
  });

  it('is compared with for as long when there is none, and never matches', async () => {
    expect(await passwords.verify('anything', undefined)).toBe(false);
  });
});

it('members who ask for as many as they can keep no guest from signing in', async () => {
  const asked = (member: string) => Array.from({ length: 30 }, () => quick.verify('x', undefined, member));
  const members = Promise.allSettled(Array.from({ length: 4 }, (_, at) => asked(`m${at}`)).flat());
  const guests = await Promise.allSettled(Array.from({ length: 20 }, () => quick.verify('x', undefined)));
  expect(guests.map(({ status }) => status)).toEqual(Array(20).fill('fulfilled'));
  await members;
  // Of one member sixteen at once, and another is not turned away for them.
  const [one, other] = await Promise.all([Promise.allSettled(asked('m1')), quick.verify('x', undefined, 'm2')]);
  expect(one.filter(({ status }) => status === 'fulfilled')).toHaveLength(16);
  expect(other).toBe(false);
});

it('four members who ask for all they may keep no fifth from being checked', async () => {
  let before = 0;
  const asked = Array.from({ length: 80 }, (_, at) => quick.verify('x', undefined, `m${at % 4}`).then(() => before++));
  const four = Promise.allSettled(asked);
  // Of the four eight pieces are at work or go first at most, while 64 are let in.
  const fifth = quick.verify('x', undefined, 'm5').then(() => before);
  expect(await fifth).toBeLessThanOrEqual(8);
  expect((await four).filter(({ status }) => status === 'fulfilled')).toHaveLength(64);
});

it('a storm of them is turned away beyond two at work and fifty waiting', async () => {
  const storm = await Promise.allSettled(Array.from({ length: 54 }, () => quick.verify('x', undefined)));
  const refused = storm.filter((one) => one.status === 'rejected');
  expect(refused).toHaveLength(2);
  expect(refused.every(({ reason }) => reason instanceof TryLater && reason.status === 429)).toBe(true);
  expect(await quick.verify('x', undefined)).toBe(false);
});
