import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, it } from 'vitest';
import { readCheckpoint } from './checkpoint.ts';
import { readRealityNote, signRealityNote } from './reality-note.ts';

const seed = new Uint8Array(32).fill(7);
const key = { name: 'khara/0123456789abcdef', publicKey: ed25519.getPublicKey(seed) };
const said = { installation: key.name, marketTime: '2026-11-23T10:00:00+05:30', at: 1_795_406_400_000 };
const text = signRealityNote(said, { ...key, sign: (bytes) => ed25519.sign(bytes, seed) });

it('says what it was signed to say, and is no checkpoint of the log', () => {
  expect(readRealityNote(text, key)).toEqual({ ok: true, note: said });
  expect(readCheckpoint(text, key)).toEqual({ ok: false, fault: 'malformed' });
});

it.each([
  ['a sentence that says the contrary', text.replace('Nothing here is real', 'All of this is real'), 'malformed'],
  ['another time', text.replace('time 1795', 'time 1796'), 'bad_signature'],
  ['no signature', text.slice(0, text.indexOf('\n\n') + 2), 'not_signed'],
  ['something else', 'Everything is real.', 'malformed'],
])('does not believe a note with %s', (_what, changed, fault) => {
  expect(readRealityNote(changed, key)).toEqual({ ok: false, fault });
});
