import { expect, it } from 'vitest';
import { toNetwork } from './network.ts';

it.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['203.0.113.250', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:0:12ab::1', '2001:db8:0:1200::/56'],
  ['2001:0db8:0000:12ff:1:2:3:4', '2001:db8:0:1200::/56'],
  ['::1', '0:0:0:0::/56'],
  ['fe80::1%eth0', 'fe80:0:0:0::/56'],
  ['unix', 'unix'],
])('%s is in %s', (address, network) => {
  expect(toNetwork(address)).toBe(network);
});
