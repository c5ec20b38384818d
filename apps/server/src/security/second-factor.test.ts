import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { TestClock, testDeps } from '#test/deps.ts';
import type { Db } from '#src/ports/database.ts';
import { isStillOpen, newRecoveryCodes, newSecret, useCode, type Factor, type OwnFactor } from './second-factor.ts';

const clock = new TestClock();
/** Hashes that are quick: their secret can be read. */
const passwords = {
  hash: (secret: string) => Promise.resolve(`hash of ${secret}`),
  verify: (secret: string, hash: string | undefined) => Promise.resolve(hash === `hash of ${secret}`),
  isStale: () => false,
};
const deps = { ...testDeps(), clock, passwords };
const OWNER = ['someone', 'totp'];

/** A second factor whose rows are here. */
class Rows implements OwnFactor {
  readonly belongsTo = OWNER;
  // Nothing else is called.
  readonly db = { transaction: (work: (tx: never) => unknown) => work(undefined as never) } as unknown as Db;
  factor: Factor | undefined;
  readonly codes = new Map<string, string>();
  readonly find = () => Promise.resolve(this.factor);
  readonly useStep = (_tx: unknown, lastStep: number) => {
    this.factor = { ...this.factor!, lastStep };
    return Promise.resolve();
  };
  readonly recoveryCode = (selector: string) => Promise.resolve(this.codes.get(selector));
  readonly useRecoveryCode = ({ selector }: { readonly selector: string }) =>
    Promise.resolve(this.codes.delete(selector));
}

let own: Rows;
let secret: Uint8Array;
beforeEach(() => {
  own = new Rows();
  const made = newSecret(deps, OWNER);
  secret = made.secret;
  own.factor = { sealed: made.sealed, isConfirmed: true, lastStep: 0 };
});
const shown = () =>
  new TOTP({ secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) }).generate({ timestamp: clock.now() });

describe('a code of the authenticator', () => {
  it('counts once, and the next one counts again', async () => {
    const code = shown();
    expect([await useCode(deps, own, code), await useCode(deps, own, code)]).toEqual([true, false]);
    clock.advance(30_000);
    expect([await useCode(deps, own, code), await useCode(deps, own, shown())]).toEqual([false, true]);
  });

  it('counts for no factor that is unconfirmed, taken back or not there', async () => {
    const { sealed } = own.factor!;
    for (const factor of [
      { sealed, isConfirmed: false, lastStep: 0 },
      { sealed: null, isConfirmed: true, lastStep: 0 },
      undefined,
    ]) {
      own.factor = factor;
      expect(await useCode(deps, own, shown())).toBe(false);
    }
  });

  it('of a secret that is bound to another owner is never compared', async () => {
    own.factor = { ...own.factor!, sealed: newSecret(deps, ['another', 'totp']).sealed };
    await expect(useCode(deps, own, shown())).rejects.toThrow();
  });
});

describe('a recovery code', () => {
  it('counts once, in any spelling, and no other one of its selector does', async () => {
    const codes = await newRecoveryCodes(deps);
    expect(codes.shown).toHaveLength(10);
    for (const { selector, hash } of codes.hashed) own.codes.set(selector, hash);
    const [first = '', second = ''] = codes.shown;
    const forged = `${first.slice(0, 2)}${second.slice(2)}`;
    expect(await useCode(deps, own, forged)).toBe(false);
    const typed = first.toLowerCase().replaceAll('-', ' ');
    expect([await useCode(deps, own, typed), await useCode(deps, own, first)]).toEqual([true, false]);
    expect(own.codes.size).toBe(9);
  });

  it('counts for one of two calls that bring it at once', async () => {
    const codes = await newRecoveryCodes(deps);
    for (const { selector, hash } of codes.hashed) own.codes.set(selector, hash);
    const both = await Promise.all([0, 1].map(() => useCode(deps, own, codes.shown[0]!)));
    expect(both.toSorted()).toEqual([false, true]);
  });
});

it('a factor waits for its first code as long as its secret is the same', () => {
  const open = { ...own.factor!, isConfirmed: false };
  const other = { ...open, sealed: newSecret(deps, OWNER).sealed };
  expect(isStillOpen(open, open)).toBe(true);
  for (const now of [other, { ...open, isConfirmed: true }, { ...open, sealed: null }, undefined])
    expect(isStillOpen(now, open)).toBe(false);
});
