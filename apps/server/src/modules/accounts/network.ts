import { isIP } from 'node:net';

/**
 * The network that an address belongs to, as text: the /24 of an IPv4 address, the /56 of an IPv6 one (what
 * one customer of a provider usually gets). An IPv4 address written as IPv6 counts as IPv4. Anything else is
 * a network of its own.
 */
export function toNetwork(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address);
  if (v4) return `${v4[1]}.0/24`;
  const [plain = ''] = address.split('%'); // without the zone of a link-local address
  if (isIP(plain) !== 6) return address;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const words = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    while (words.length + after.length < 8) words.push('0');
    words.push(...after);
  }
  const [a = '0', b = '0', c = '0', d = '0'] = words;
  const last = (Number.parseInt(d, 16) & 0xff00).toString(16);
  return `${[a, b, c].map((word) => Number.parseInt(word, 16).toString(16)).join(':')}:${last}::/56`;
}
