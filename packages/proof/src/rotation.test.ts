import { describe, expect, it } from 'vitest';
import { keysAfter, keysBefore, derivePublicKey, readRotation, signRotation, type KeyRotation } from './index.ts';

const NAME = 'khara/test';
const seed = (n: number) => new Uint8Array(32).fill(n);
const key = (n: number) => ({ name: NAME, publicKey: derivePublicKey(seed(n)) });
const rotation = (from: number, to: number, name = NAME): KeyRotation => {
  const read = readRotation(signRotation(name, seed(from), seed(to)));
  if (!read) throw new Error('not signed');
  return read;
};

describe('a change of the key of the log', () => {
  it('is signed by both keys, and by no other', () => {
    const text = signRotation(NAME, seed(1), seed(2));
    expect(readRotation(text)).toMatchObject({
      name: NAME,
      oldKey: derivePublicKey(seed(1)),
      newKey: derivePublicKey(seed(2)),
    });
    const fields: Record<string, string> = JSON.parse(text);
    const others: Record<string, string> = JSON.parse(signRotation(NAME, seed(3), seed(4)));
    for (const field of ['oldKey', 'newKey', 'byOld', 'byNew']) {
      expect(readRotation(JSON.stringify({ ...fields, [field]: others[field] })), field).toBeUndefined();
      expect(readRotation(JSON.stringify({ ...fields, [field]: 'zz' })), field).toBeUndefined();
    }
    expect(readRotation(JSON.stringify({ ...fields, name: 'khara/other' }))).toBeUndefined();
    for (const odd of ['', '[]', 'null', '{}']) expect(readRotation(odd)).toBeUndefined();
  });

  it('leads from the first pinned key to the newest, and back', () => {
    const rotations = [rotation(2, 3), rotation(1, 2), rotation(8, 9)];
    expect(keysAfter(key(1), rotations)).toEqual([key(1), key(2), key(3)]);
    expect(keysAfter(key(2), rotations)).toEqual([key(2), key(3)]);
    expect(keysAfter(key(7), rotations)).toEqual([key(7)]);
    expect(keysBefore(key(3), rotations)).toEqual([key(1), key(2), key(3)]);
    expect(keysBefore(key(1), rotations)).toEqual([key(1)]);
  });

  it('of another log leads nowhere, and no circle is walked', () => {
    expect(keysAfter(key(1), [rotation(1, 2, 'khara/other')])).toEqual([key(1)]);
    const circle = [rotation(1, 2), rotation(2, 1)];
    expect(keysAfter(key(1), circle)).toEqual([key(1), key(2)]);
    expect(keysBefore(key(1), circle)).toEqual([key(2), key(1)]);
  });
});
