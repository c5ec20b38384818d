import { describe, expect, it } from 'vitest';
import { seededRandom } from '#test/deps.ts';
import { rewrapKey, seal, unseal, type Vault } from './vault.ts';

const key = (id: string, byte: number) => ({ id, key: new Uint8Array(32).fill(byte) });
const old: Vault = [key('v1', 1)];
const changed: Vault = [key('v2', 2), key('v1', 1)];
const random = seededRandom();
const SECRET = Buffer.from('50100012345678');
const OWNER = ['u1', 'bank', 'b1'];

describe('a secret in the vault', () => {
  it('comes out as it went in, and shows nowhere in what is kept', () => {
    const sealed = seal(old, random, SECRET, OWNER);
    expect(unseal(old, sealed, OWNER)).toEqual(SECRET);
    expect(Buffer.concat([sealed.wrappedKey, sealed.body]).includes(SECRET)).toBe(false);
  });

  it('is sealed differently each time', () => {
    const [one, two] = [seal(old, random, SECRET, OWNER), seal(old, random, SECRET, OWNER)];
    expect(one.body).not.toEqual(two.body);
    expect(one.wrappedKey).not.toEqual(two.wrappedKey);
  });

  it.each([[['u2', 'bank', 'b1']], [['u1', 'totp', 'b1']], [['u1', 'bankb', '1']]])('does not open as %s', (other) => {
    const sealed = seal(old, random, SECRET, OWNER);
    expect(() => unseal(old, sealed, other)).toThrow();
  });

  it('does not open when a bit of it was changed', () => {
    const sealed = seal(old, random, SECRET, OWNER);
    for (const part of ['wrappedKey', 'body'] as const) {
      for (const at of [0, 12, sealed[part].length - 1]) {
        const bytes = Buffer.from(sealed[part]);
        bytes[at]! ^= 1;
        expect(() => unseal(old, { ...sealed, [part]: bytes }, OWNER)).toThrow();
      }
    }
  });

  it('opens after the vault has got another key, and can be put under it', () => {
    const sealed = seal(old, random, SECRET, OWNER);
    expect(unseal(changed, sealed, OWNER)).toEqual(SECRET);
    const moved = rewrapKey(changed, random, sealed, OWNER);
    expect(moved.keyId).toBe('v2');
    expect(unseal([changed[0]], moved, OWNER)).toEqual(SECRET);
    expect(() => unseal([changed[0]], sealed, OWNER)).toThrow('no key v1');
  });
});
