import { getDomain } from 'tldts';

/**
 * Where a page finds the API, and the registrable domain that both belong to: the page checks the one against
 * the other.
 */
export type ApiOfPage = { readonly origin: string; readonly site: string };

/**
 * The value of API_ORIGIN with which the address follows from the page's: `api.` and the last two labels
 * (docs/sources.md W1).
 */
export const DERIVE = 'derive';

/** Suffixes of hosting companies count too: `khara.onrender.com` and `api.onrender.com` belong to two strangers. */
const LIST = { allowPrivateDomains: true } as const;
/**
 * By Mozilla's list of public suffixes: `khara.co.in` of `www.khara.co.in`. Undefined of a suffix itself, of
 * an address, of a name without a dot.
 */
const registrableDomain = (host: string): string | undefined => getDomain(host, LIST) ?? undefined;

/**
 * The API's address for a page of an origin, by the setting API_ORIGIN. Undefined says: where the page came
 * from. That is so without the setting, on a local network, and wherever another address would be outside the
 * page's registrable domain: nothing that a page sends may reach a stranger.
 */
export function findApi(setting: string | undefined, page: URL): ApiOfPage | undefined {
  if (setting === undefined || isLocal(page.hostname)) return undefined;
  const site = registrableDomain(page.hostname);
  if (site === undefined) return undefined;
  if (setting !== DERIVE) {
    const api = new URL(setting);
    return registrableDomain(api.hostname) === site && api.origin !== page.origin
      ? { origin: api.origin, site }
      : undefined;
  }
  // Were the last two labels a public suffix, `api.` before them could belong to a stranger.
  const lastTwo = page.hostname.split('.').slice(-2).join('.');
  if (lastTwo !== site) return undefined;
  return { origin: new URL(`${page.protocol}//api.${lastTwo}${page.port && `:${page.port}`}`).origin, site };
}

type Names = {
  readonly TLS: 'none' | 'proxy';
  readonly CONSOLE_HOST?: string | undefined;
  readonly API_ORIGIN?: string | undefined;
  readonly PUBLIC_ORIGINS: readonly string[];
};
type Fault = { readonly variable: 'API_ORIGIN' | 'PUBLIC_ORIGINS' | 'CONSOLE_HOST'; readonly why: string };

/**
 * Why a start with these settings is refused, by the variable at fault; undefined when pages of all these
 * origins, and the back office, can be served.
 */
export function whyNotServed(names: Names): Fault | undefined {
  const { TLS, API_ORIGIN, PUBLIC_ORIGINS } = names;
  for (const origin of PUBLIC_ORIGINS) {
    const fault = whyNoPage(origin, TLS) ?? (API_ORIGIN === undefined ? undefined : whyNoApi(API_ORIGIN, origin));
    if (fault) return fault;
  }
  if (API_ORIGIN !== undefined && PUBLIC_ORIGINS.length === 0) {
    return { variable: 'PUBLIC_ORIGINS', why: 'with API_ORIGIN, the origins of the pages that call it from elsewhere' };
  }
  return whyNoOffice(names);
}

function whyNoPage(origin: string, TLS: Names['TLS']): Fault | undefined {
  const { hostname, protocol } = new URL(origin);
  if (TLS === 'proxy' && protocol !== 'https:') {
    return { variable: 'PUBLIC_ORIGINS', why: `${origin} is not encrypted, and TLS=proxy serves nothing else` };
  }
  if (isLocal(hostname) || registrableDomain(hostname) !== undefined) return undefined;
  return { variable: 'PUBLIC_ORIGINS', why: `${hostname} is a public suffix, under which a stranger may have a name` };
}

function whyNoApi(API_ORIGIN: string, origin: string): Fault | undefined {
  const { hostname } = new URL(origin);
  if (isLocal(hostname)) return undefined;
  if (API_ORIGIN === DERIVE) {
    if (findApi(DERIVE, new URL(origin))) return undefined;
    const lastTwo = hostname.split('.').slice(-2).join('.');
    return {
      variable: 'API_ORIGIN',
      why: `derive would send what pages of ${origin} say to api.${lastTwo}, and ${lastTwo} is a public suffix: name the origin`,
    };
  }
  const site = registrableDomain(hostname);
  if (registrableDomain(new URL(API_ORIGIN).hostname) !== site) {
    return { variable: 'API_ORIGIN', why: `${API_ORIGIN} is outside ${site}, the domain of the pages of ${origin}` };
  }
  if (origin.startsWith('https:') && !API_ORIGIN.startsWith('https:')) {
    return { variable: 'API_ORIGIN', why: `pages of ${origin} cannot call it unencrypted` };
  }
  return undefined;
}

/** The back office has a host of its own, which browsers keep apart from the app's and the API's. */
function whyNoOffice({ CONSOLE_HOST, API_ORIGIN, PUBLIC_ORIGINS }: Names): Fault | undefined {
  if (CONSOLE_HOST === undefined) return undefined;
  const host = CONSOLE_HOST.toLowerCase().replace(/\.$/, '');
  const refused = (why: string): Fault => ({ variable: 'CONSOLE_HOST', why: `${host} ${why}` });
  if (!isLocal(host) && registrableDomain(host) === undefined) {
    return refused('is a public suffix, under which a stranger may have a name');
  }
  if (PUBLIC_ORIGINS.some((origin) => new URL(origin).hostname === host)) {
    return refused('is a host of PUBLIC_ORIGINS, and the back office needs one of its own');
  }
  const apis = PUBLIC_ORIGINS.flatMap((origin) => findApi(API_ORIGIN, new URL(origin))?.origin ?? []);
  if (API_ORIGIN !== undefined && API_ORIGIN !== DERIVE) apis.push(API_ORIGIN);
  return apis.some((origin) => new URL(origin).hostname === host)
    ? refused('is the host of the API, and the back office needs one of its own')
    : undefined;
}

/** Hosts that only a local network knows: the server serves both there, and `npm run dev` proxies. */
function isLocal(host: string): boolean {
  if (host === '' || !host.includes('.')) return true; // localhost, a bare name, or an IPv6 address in brackets
  if (/\.(local|localhost|lan|internal|test)$/.test(host)) return true;
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(host); // an address has no labels to put a prefix before
}
