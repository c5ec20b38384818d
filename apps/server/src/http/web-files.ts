import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findApi } from '#src/security/api-origin.ts';
import type { Config } from '#src/config.ts';
import { protectPages } from './headers.ts';
import { readOrigin } from './hosts.ts';

/** The web app as built: a directory with index.html, and the version that it announces. */
export type WebFiles = { readonly directory: string; readonly version: string };

/**
 * The built web app in a directory, or undefined when there is none. Its version changes whenever its
 * index.html does, which names every other file by hash.
 */
export function findWebFiles(directory: string, release: string): WebFiles | undefined {
  try {
    const page = readFileSync(path.join(directory, 'index.html'));
    const hash = createHash('sha256').update(page).digest('hex').slice(0, 8);
    return { directory, version: `${release}-${hash}` };
  } catch {
    return undefined;
  }
}

/** Hashed files of other versions of the app, which open pages of them still ask for. */
export type KeptFiles = { readonly find: (name: string) => Promise<Uint8Array | undefined> };

/** Pages kept with an address in them. */
const MAX_ADDRESSES = 100;
const YEAR_S = 31_536_000;
/** vite puts a hash of the content into the name: index-BxT1k2a9.js */
export const HASHED = /-[\w-]{7,}\.[a-z0-9]+$/;

type PageConfig = Pick<Config, 'API_ORIGIN' | 'PROFILE'>;
const NOTHING_TO_FILL_IN: PageConfig = { API_ORIGIN: undefined, PROFILE: 'standard' };

/** Serves the web app under /h5/, with what the build compressed, and redirects / there. */
export async function serveWeb(
  app: FastifyInstance,
  web: WebFiles | undefined,
  config: PageConfig,
  kept?: KeptFiles,
): Promise<void> {
  app.get('/', (_request, reply) => reply.redirect('/h5/', 302));
  await serveFiles(app, web, '/h5', config, kept);
}

/**
 * Serves the files of a built app below a path, under the policy of pages. Its index.html says where the page
 * finds the API, if that is not where the page came from, and with which page the app opens, if that is not home.
 */
export async function serveFiles(
  app: FastifyInstance,
  web: WebFiles | undefined,
  at: `/${string}`,
  config: PageConfig = NOTHING_TO_FILL_IN,
  kept?: KeptFiles,
): Promise<void> {
  app.get(at, (_request, reply) => reply.redirect(`${at}/`, 302));
  if (!web) return;
  await app.register(async (pages) => {
    await protectPages(pages, config);
    if (kept) serveKept(pages, web.directory, `${at}/`, kept);
    await pages.register(fastifyStatic, {
      root: web.directory,
      prefix: `${at}/`,
      preCompressed: true,
      dotfiles: 'ignore',
      index: ['index.html'],
      cacheControl: false,
      setHeaders: (reply, file) => {
        const isHashed = file.includes(`${path.sep}assets${path.sep}`) && HASHED.test(file.replace(/\.(br|gz)$/, ''));
        void reply.header('cache-control', isHashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
      },
    });
    const opens = OPENS[config.PROFILE];
    if (config.API_ORIGIN === undefined && opens === '') return;
    const pageOf = filledPage(web.directory, config.API_ORIGIN, opens);
    for (const page of [`${at}/`, `${at}/index.html`]) {
      pages.get(page, (request, reply) => pageOf(request, reply) ?? reply.sendFile('index.html'));
    }
  });
}

/** Types of the files that the build gives a hash. */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** Answers for hashed files that this build does not have. */
function serveKept(pages: FastifyInstance, directory: string, prefix: string, kept: KeptFiles): void {
  const own = new Set(readdirSync(directory, { recursive: true, encoding: 'utf8' }));
  pages.addHook('onRequest', async (request, reply) => {
    const [address = ''] = request.url.split('?');
    const name = address.slice(prefix.length);
    const type = TYPES[path.extname(name)];
    const isMeant = /^assets\/[\w./-]+$/.test(name) && HASHED.test(name);
    if (!type || !isMeant || own.has(name)) return;
    const takesBrotli = /\bbr\b/.test(String(request.headers['accept-encoding']));
    const compressed = takesBrotli ? await kept.find(`${name}.br`) : undefined;
    const body = compressed ?? (await kept.find(name));
    if (!body) return;
    void reply
      .type(type)
      .header('cache-control', `public, max-age=${YEAR_S}, immutable`)
      .header('vary', 'accept-encoding');
    if (compressed) void reply.header('content-encoding', 'br');
    await reply.send(Buffer.from(body));
  });
}

/** The page of the app with which a visit begins that names none; empty for home. */
const OPENS = { standard: '', school: '/pages/learn/index' } as const satisfies Record<Config['PROFILE'], string>;

/**
 * Sends index.html with the API's address and the first page in it, made once for each address; undefined where
 * the page needs neither.
 */
function filledPage(directory: string, setting: string | undefined, opens: string) {
  const page = filled(readFileSync(path.join(directory, 'index.html'), 'utf8'), 'opens', opens);
  const made = new Map<string, { readonly plain: Buffer; readonly brotli: Buffer }>();
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined => {
    const origin = readOrigin(request);
    const api = setting === undefined ? undefined : origin && findApi(setting, origin);
    if (!api && opens === '') return undefined;
    const addresses = api ? `${api.origin} ${api.site}` : '';
    let html = made.get(addresses);
    if (!html) {
      const plain = Buffer.from(filled(page, 'api', addresses));
      html = { plain, brotli: brotliCompressSync(plain) };
      if (made.size >= MAX_ADDRESSES) made.clear(); // derived from names that callers make up
      made.set(addresses, html);
    }
    void reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').header('vary', 'accept-encoding');
    if (!/\bbr\b/.test(String(request.headers['accept-encoding']))) return reply.send(html.plain);
    return reply.header('content-encoding', 'br').send(html.brotli);
  };
}

/** A page with one of its empty places filled in. Throws where a build has no such place. */
function filled(page: string, name: 'api' | 'opens', content: string): string {
  if (content === '') return page;
  const empty = `<meta name="${name}" content="" />`;
  if (!page.includes(empty)) throw new Error(`The built pages have no place for "${name}": npm run build`);
  return page.replace(empty, empty.replace('""', `"${content}"`));
}
