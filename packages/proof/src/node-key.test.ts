import { expect, it } from 'vitest';
import { hex, isSaidAbout, derivePublicKey, readNodeKey, signNodeKey } from './index.ts';

const seed = (n: number) => new Uint8Array(32).fill(n);
const root = { name: 'khara/test', publicKey: derivePublicKey(seed(1)) };
const key = derivePublicKey(seed(2));
const said = { name: root.name, node: 'api-1', key };
const text = signNodeKey('certify', said, seed(1));

it('the log’s key says that a server’s key signs, and the same again gives the same text', () => {
  expect(readNodeKey('certify', text)).toMatchObject({ ...said, root: root.publicKey });
  expect(signNodeKey('certify', said, seed(1))).toBe(text);
  expect(isSaidAbout('certify', { json: text, key, roots: [root] })).toBe(true);
});

it('an altered text is not signed, and a certificate is no retirement', () => {
  const others = {
    name: 'khara/other',
    node: 'api-2',
    key: hex(derivePublicKey(seed(3))),
    root: hex(derivePublicKey(seed(3))),
  };
  const fields = JSON.parse(text) as Record<string, string>;
  for (const [field, other] of Object.entries(others)) {
    expect(readNodeKey('certify', JSON.stringify({ ...fields, [field]: other })), field).toBeUndefined();
    expect(readNodeKey('certify', JSON.stringify({ ...fields, [field]: 1 })), field).toBeUndefined();
  }
  expect(readNodeKey('retire', text)).toBeUndefined();
  for (const odd of ['', '[]', 'null', '{}']) expect(readNodeKey('certify', odd)).toBeUndefined();
});

it('another key, or one of another log, says nothing here', () => {
  expect(isSaidAbout('certify', { json: text, key: root.publicKey, roots: [root] })).toBe(false);
  expect(isSaidAbout('certify', { json: text, key, roots: [{ ...root, publicKey: key }] })).toBe(false);
  expect(isSaidAbout('certify', { json: text, key, roots: [{ ...root, name: 'khara/other' }] })).toBe(false);
});
