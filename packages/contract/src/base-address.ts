/**
 * Where the API is (specification, section 7): on localhost or a host of the local network the page's own origin, where the server serves both and
 * `npm run dev` proxies; elsewhere the prefix `api.` before the last two labels of the host's name.
 */
export function baseAddress(page: {
  readonly protocol: string;
  readonly hostname: string;
  readonly origin: string;
}): string {
  if (isLocal(page.hostname)) return page.origin;
  return `${page.protocol}//api.${page.hostname.split('.').slice(-2).join('.')}`;
}

function isLocal(host: string): boolean {
  if (host === '' || !host.includes('.')) return true; // localhost, a bare name, or an IPv6 address in brackets
  if (/\.(local|localhost|lan|internal|test)$/.test(host)) return true;
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(host); // an address has no labels to put a prefix before
}
