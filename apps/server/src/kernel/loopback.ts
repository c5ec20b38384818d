import { BlockList, isIPv6 } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8); // RFC 6890, and as an IPv6 address that maps it
LOOPBACK.addAddress('::1', 'ipv6');

/** Whether what is served at a host is reached from this machine alone, in whatever way its address is written. */
export const isLoopback = (host: string): boolean =>
  host.toLowerCase() === 'localhost' || LOOPBACK.check(host, isIPv6(host) ? 'ipv6' : 'ipv4');
