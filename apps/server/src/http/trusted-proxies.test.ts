import { expect, it } from 'vitest';
import { trustedProxies } from './trusted-proxies.ts';

it.each([
  ['127.0.0.1', true],
  ['::ffff:127.0.0.1', true],
  ['127.0.0.2', false],
  ['10.9.8.7', true],
  ['11.0.0.1', false],
  ['fd00::1', true],
  ['fe80::1', false],
  ['not an address', false],
  [undefined, false],
])('%s is trusted: %o', (address, verdict) => {
  const isTrusted = trustedProxies(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
  expect(isTrusted(address)).toBe(verdict);
  expect(isTrusted(address)).toBe(verdict);
});

it.each(['localhost', '10.0.0.0/33', '10.0.0.1/x', '300.1.1.1'])('%s is no proxy to trust', (entry) => {
  expect(() => trustedProxies([entry])).toThrow(entry);
});
