/**
 * The worker of the installed app. It keeps the code of one build, all of it: a page that was never opened
 * opens offline too. The first one begins with the first page alone, so that a visit can go offline soon, and
 * keeps the rest when the page asks for that. Texts, fonts and pictures with a hash in their name are kept as
 * they are met. A page is asked of the network first, so that a reader online never gets yesterday's. Answers
 * of the API never pass through here.
 *
 * `pwa.ts` puts the values before it and writes it as `sw.js`: it imports nothing.
 */

/** Names of the build's files within the scope, each with a hash of its content where the name has none. */
declare const FILES: Readonly<Record<string, string>>;
/** Those of them that any page begins with. */
declare const FIRST: readonly string[];
/** A hash of all of them. */
declare const VERSION: string;

/** The part of ServiceWorkerGlobalScope that is used: its types and those of a page exclude each other. */
type Scope = EventTarget & {
  readonly registration: { readonly scope: string; readonly active: object | null };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
};
type Lasting = Event & { waitUntil(work: Promise<unknown>): void };
type Fetching = Lasting & { readonly request: Request; respondWith(answer: Promise<Response>): void };

const scope = globalThis as unknown as Scope;
const toAddress = (file: string): string => new URL(file, scope.registration.scope).href;

const PREFIX = 'code-';
const CODE = PREFIX + VERSION;
/** Emptied of older ones by shell/installed.ts. */
const TEXTS = 'texts';
const FONTS = 'fonts';
const MAX_FONTS = 60;
/** Files that are fetched at once: the page itself is asking for others. */
const LANES = 4;
/** The copy of the page stands in when the network is silent for this time. */
const PATIENCE_MS = 4000;

async function keepCode(files: readonly string[]): Promise<void> {
  const code = await caches.open(CODE);
  const kept = new Set((await code.keys()).map(({ url }) => url));
  const waiting = files.filter((file) => !kept.has(toAddress(file))).values();
  const lane = async () => {
    for (const file of waiting) {
      const address = toAddress(file);
      const hash = FILES[file];
      // A name with a hash has one content: of an earlier build, or of the browser's own store.
      const known = hash === '' ? await caches.match(address) : undefined;
      const answer = known ?? (await fetch(address, { cache: hash === '' ? 'default' : 'no-cache' }));
      if (answer.status !== 200) throw new Error(`${address}: ${answer.status}`);
      await code.put(address, answer);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function forgetOlder(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CODE).map((name) => caches.delete(name)),
  );
}

async function codeOr(request: Request): Promise<Response> {
  const found = await (await caches.open(CODE)).match(request.url);
  return found ?? fetch(request);
}

/** Of the network; the copy where there is none, or a server that is being restarted. */
async function pageOrCopy(request: Request): Promise<Response> {
  let answer = Response.error();
  try {
    answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (answer.status < 500) return answer;
  } catch {
    // No network.
  }
  return (await (await caches.open(CODE)).match(toAddress('index.html'))) ?? answer;
}

async function keptOr(request: Request, name: string, most = Infinity): Promise<Response> {
  const cache = await caches.open(name);
  const found = await cache.match(request.url);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.status === 200) {
    await cache.put(request.url, answer.clone());
    const keys = await cache.keys();
    for (const oldest of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(oldest);
  }
  return answer;
}

function answerTo(request: Request): Promise<Response> | undefined {
  if (request.method !== 'GET' || !request.url.startsWith(scope.registration.scope)) return undefined;
  const file = request.url.slice(scope.registration.scope.length);
  if (Object.hasOwn(FILES, file)) return codeOr(request);
  if (request.mode === 'navigate') return pageOrCopy(request);
  if (file.startsWith('assets/texts/')) return keptOr(request, TEXTS);
  if (/^assets\/.*\.(woff2|png|jpg|webp)$/.test(file)) return keptOr(request, FONTS, MAX_FONTS);
  return undefined;
}

scope.addEventListener('install', (event) =>
  // A newer one takes the place of one that has everything.
  (event as Lasting).waitUntil(keepCode(scope.registration.active ? Object.keys(FILES) : FIRST)),
);
scope.addEventListener('activate', (event) =>
  (event as Lasting).waitUntil(forgetOlder().then(() => scope.clients.claim())),
);
scope.addEventListener('message', (event) => {
  const { data } = event as MessageEvent<unknown>;
  if (data === 'take over') void scope.skipWaiting();
  // What does not come is asked for again at the next visit.
  if (data === 'keep all') (event as Event as Lasting).waitUntil(keepCode(Object.keys(FILES)).catch(() => undefined));
});
scope.addEventListener('fetch', (event) => {
  const answer = answerTo((event as Fetching).request);
  if (answer) (event as Fetching).respondWith(answer);
});
