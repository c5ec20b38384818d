/** Host and port as they stand in an address: an IPv6 address is in brackets (RFC 3986, 3.2.2). */
export const formatAuthority = (host: string, port: number): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;
