/**
 * Where a link in a text may lead: a page of the app, a phone number, and a few authorities. Everything else
 * stays plain words.
 */

const HOSTS = new Set([
  'cybercrime.gov.in',
  'www.cybercrime.gov.in',
  'scores.sebi.gov.in',
  'www.sebi.gov.in',
  'sebi.gov.in',
  'siportal.sebi.gov.in',
  'investor.sebi.gov.in',
  'www.nseindia.com',
  'smartodr.in',
  'sachet.rbi.org.in',
  'drand.love',
]);

type Address = { readonly kind: 'page' | 'phone' | 'authority'; readonly to: string };

/** Undefined for an address that a text may not lead to. */
export function parseAddress(to: string): Address | undefined {
  const page = /^#?(\/pages\/[\w/]+(?:\?[\w=&.~%-]*)?)$/.exec(to)?.[1];
  if (page !== undefined) return { kind: 'page', to: page };
  if (/^tel:\+?\d{3,15}$/.test(to)) return { kind: 'phone', to };
  if (!URL.canParse(to)) return undefined;
  const { protocol, hostname, username, password } = new URL(to);
  const isAllowed = protocol === 'https:' && HOSTS.has(hostname) && username === '' && password === '';
  return isAllowed ? { kind: 'authority', to } : undefined;
}
