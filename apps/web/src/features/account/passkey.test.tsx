import { expect, it, vi } from 'vitest';
import { answering } from '../../../test/server.ts';
import { makePasskey, passkeysHere, signInWithPasskey } from './passkey.ts';

it('an address of numbers is none for passkeys', () => {
  for (const host of ['127.0.0.1', '192.168.1.20', '[::1]', '10.0.0.136'])
    expect([host, passkeysHere(host)]).toEqual([host, 'address']);
  for (const host of ['localhost', 'khara.example', '1.khara.example'])
    expect([host, passkeysHere(host)]).toEqual([host, 'able']);
});

const options = {
  challenge: 'AAAA',
  rp: { name: 'Khara' },
  user: { id: 'AAAA', name: 'a', displayName: 'a' },
  pubKeyCredParams: [],
};

it.each([
  ['NotAllowedError', { ok: false, why: 'givenUp' }],
  ['AbortError', { ok: false, why: 'givenUp' }],
  ['SecurityError', { ok: false, why: 'address' }],
  ['UnknownError', { ok: false, failure: { message: expect.stringMatching(/\w/) } }],
])('a browser’s %s differs from a question that was closed', async (name, outcome) => {
  answering({ passkeySignInSetup: () => ({ options }) });
  const refused = () => Promise.reject(new DOMException('the browser’s words', name));
  vi.spyOn(navigator.credentials, 'get').mockImplementation(refused);
  vi.spyOn(navigator.credentials, 'create').mockImplementation(refused);
  expect(await signInWithPasskey()).toEqual(outcome);
  expect(await makePasskey('x', { data: { options } })).toEqual(outcome);
});

it('a device that has one already says so', async () => {
  vi.spyOn(navigator.credentials, 'create').mockRejectedValue(new DOMException('', 'InvalidStateError'));
  expect(await makePasskey('x', { data: { options } })).toEqual({ ok: false, why: 'known' });
});
