import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { protectPages } from './headers.ts';

/** The web app as built: a directory with index.html, and the version that it announces. */
export type WebFiles = { readonly directory: string; readonly version: string };

/** The built web app in a directory, or undefined when there is none. Its version changes whenever its index.html does, which names every other file by hash. */
export function findWebFiles(directory: string, release: string): WebFiles | undefined {
  try {
    const page = readFileSync(path.join(directory, 'index.html'));
    const hash = createHash('sha256').update(page).digest('hex').slice(0, 8);
    return { directory, version: `${release}-${hash}` };
  } catch {
    return undefined;
  }
}

const YEAR_S = 31_536_000;
/** vite puts a hash of the content into the name: index-BxT1k2a9.js */
const HASHED = /-[\w-]{7,}\.[a-z0-9]+$/;

/** Serves the web app under /h5/, with what the build compressed, and sends whoever comes to / there. */
export async function serveWeb(app: FastifyInstance, web: WebFiles | undefined): Promise<void> {
  app.get('/', (_request, reply) => reply.redirect('/h5/', 302));
  await serveFiles(app, web, '/h5');
}

/** Serves the files of a built app below a path, under the policy of pages. */
export async function serveFiles(app: FastifyInstance, web: WebFiles | undefined, at: `/${string}`): Promise<void> {
  app.get(at, (_request, reply) => reply.redirect(`${at}/`, 302));
  if (!web) return;
  await app.register(async (pages) => {
    await protectPages(pages);
    await pages.register(fastifyStatic, {
      root: web.directory,
      prefix: `${at}/`,
      preCompressed: true,
      dotfiles: 'ignore',
      index: ['index.html'],
      cacheControl: false,
      decorateReply: false,
      setHeaders: (reply, file) => {
        const isHashed = file.includes(`${path.sep}assets${path.sep}`) && HASHED.test(file.replace(/\.(br|gz)$/, ''));
        void reply.header('cache-control', isHashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
      },
    });
  });
}
