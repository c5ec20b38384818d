import type { FastifyInstance } from 'fastify';
import type { Deps } from '#src/kernel/deps.ts';
import { RELEASE } from '#src/kernel/release.ts';
import { readOrigin } from './hosts.ts';

/** How long a reader may rely on a security.txt that it has fetched: RFC 9116 asks for less than a year. */
const SECURITY_TEXT_MS = 30 * 86_400_000;
/** Answers of calls are no pages: what a crawler finds there is a refusal. */
const ROBOTS = 'User-agent: *\nDisallow: /app/\nDisallow: /api/\n';

/** Addresses that programs try on every site: /robots.txt, /favicon.ico and /.well-known/security.txt (RFC 9116). */
export function serveWellKnown(app: FastifyInstance, { clock }: Pick<Deps, 'clock'>): void {
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(ROBOTS));
  app.get('/favicon.ico', (_request, reply) => reply.redirect('/h5/icons/favicon.ico', 302));
  app.get('/.well-known/security.txt', (request, reply) => {
    const source = RELEASE.source?.replace(/\.git$/, '');
    const lines = [
      ...(source === undefined ? [] : [`Contact: ${source}/security/advisories/new`]),
      `Contact: ${readOrigin(request)?.origin ?? ''}/h5/#/pages/index/customer/index`,
      `Expires: ${new Date(clock.now() + SECURITY_TEXT_MS).toISOString()}`,
      'Preferred-Languages: en, hi, zh',
      ...(source === undefined ? [] : [`Policy: ${source}/blob/main/SECURITY.md`]),
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
