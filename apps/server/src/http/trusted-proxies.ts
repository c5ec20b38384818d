import { BlockList, isIP } from 'node:net';

/** Verdicts remembered; the addresses that connect to a server behind proxies are few. */
const REMEMBERED = 1000;

/**
 * Whether an address is one of the trusted proxies, given as addresses and networks ("10.0.0.1",
 * "10.0.0.0/8", "fd00::/8"): only what those say about who is behind them is believed. Throws when an entry
 * is neither. Asked for every request, so verdicts are remembered.
 */
export function trustedProxies(entries: readonly string[]): (address: string | undefined) => boolean {
  const trusted = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const family = addressFamily(address);
    const bits = prefix === undefined ? undefined : Number(prefix);
    if (
      !family ||
      (bits !== undefined && !(Number.isInteger(bits) && bits >= 0 && bits <= (family === 'ipv4' ? 32 : 128)))
    ) {
      throw new Error(`TRUSTED_PROXIES: ${entry} is neither an address nor a network`);
    }
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, bits, family);
  }
  const verdicts = new Map<string, boolean>();
  return (address) => {
    if (address === undefined) return false; // the connection is gone
    const known = verdicts.get(address);
    if (known !== undefined) return known;
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    const family = addressFamily(plain);
    const verdict = family !== undefined && trusted.check(plain, family);
    if (verdicts.size >= REMEMBERED) verdicts.clear();
    verdicts.set(address, verdict);
    return verdict;
  };
}

function addressFamily(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  return version === 4 ? 'ipv4' : version === 6 ? 'ipv6' : undefined;
}
