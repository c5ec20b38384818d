import { Resolver } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Config } from '#src/config.ts';
import type { PostOutside } from '#src/ports/post-outside.ts';

/** From the name's look-up to the status of the answer. */
const TIMEOUT_MS = 3_000;

/** Of IPv4 what is not on the internet, or is not one receiver: IANA's registry of special addresses. */
const NOT_PUBLIC = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // of carriers
  ['127.0.0.0', 8],
  ['169.254.0.0', 16], // link-local, with the services of clouds
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3], // multicast and reserved
] as const)
  NOT_PUBLIC.addSubnet(net, bits);
/** Of IPv6 the only part that is given out; forms that map, embed or translate IPv4 are outside of it. */
const UNICAST = new BlockList();
UNICAST.addSubnet('2000::', 3, 'ipv6');
/** Inside of it: of protocols (Teredo), of documentation, and 6to4, which embeds IPv4. */
const NOT_PUBLIC_6 = new BlockList();
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  NOT_PUBLIC_6.addSubnet(net, bits, 'ipv6');

/** Whether an address is one of the internet, and none of this machine. */
export function isPublicAddress(address: string): boolean {
  const isOwn = Object.values(networkInterfaces()).some((all) => all?.some((one) => one.address === address));
  if (isOwn) return false;
  return isIPv6(address)
    ? UNICAST.check(address, 'ipv6') && !NOT_PUBLIC_6.check(address, 'ipv6')
    : isIP(address) === 4 && !NOT_PUBLIC.check(address);
}

/** All addresses of a name; throws or answers none where there are none. */
type Resolve = (name: string) => Promise<readonly string[]>;

/** Asks the name servers by itself: the system's look-up would hold threads that passwords are hashed on. */
const resolveName: Resolve = async (name) => {
  const resolver = new Resolver({ timeout: 1_000, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
};

/** Connects to the addresses that were checked, and to no others: a second look-up might answer differently. */
const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (name, { all }, callback) => {
    void resolve(name).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined || !addresses.every(isPublicAddress))
          return callback(new Error(`${name} is no public address`), '');
        if (!all) return callback(null, first, isIP(first));
        return callback(
          null,
          addresses.map((address) => ({ address, family: isIP(address) })),
        );
      },
      (error: Error) => callback(error, ''),
    );
  };

/**
 * With `public` by https alone and to addresses of the internet alone. Follows no redirect, and reads of the answer
 * nothing but its status. Undefined: nothing is posted.
 */
export function postOutside(
  reach: Config['PROGRAM_POSTBACKS'],
  resolve: Resolve = resolveName,
): PostOutside | undefined {
  if (reach === 'off') return undefined;
  const lookup = publicLookup(resolve);
  return async (address, json) => {
    const url = new URL(address); // writes each form of an IP address in one way
    const literal = url.hostname.replaceAll(/[[\]]/g, '');
    // An IP address is not looked up.
    const isRefused = url.protocol !== 'https:' || (isIP(literal) !== 0 && !isPublicAddress(literal));
    if (reach === 'public' && isRefused) return false;
    const { promise, resolve: answer } = Promise.withResolvers<boolean>();
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      agent: false,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json), 'user-agent': 'Khara' },
      ...(reach === 'public' && { lookup }),
    });
    request.on('response', ({ statusCode = 0 }) => {
      answer(statusCode >= 200 && statusCode < 300);
      request.destroy();
    });
    request.on('error', () => answer(false));
    request.on('close', () => answer(false)); // after any answer this says nothing
    request.end(json);
    return promise;
  };
}
