import { readFileSync } from 'node:fs';
import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#src/config.ts';
import { hasDoor } from './kite/door.ts';
import { openApi } from './openapi.ts';

const MARK = readFileSync(new URL('./manual-mark.svg', import.meta.url));
const STYLE = readFileSync(new URL('./manual.css', import.meta.url), 'utf8');

/**
 * GET /docs, the manual for people, and GET /docs/json, the OpenAPI 3.1 document: both from the call table,
 * everything served from here.
 */
export async function serveManual(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(async (pages) => {
    // The library's own type, of an older OpenAPI.
    const document = openApi(hasDoor(config)) as unknown as StaticDocumentSpec['document'];
    await pages.register(swagger, { mode: 'static', specification: { document } });
    await pages.register(swaggerUi, {
      routePrefix: '/docs',
      uiConfig: { docExpansion: 'none', validatorUrl: null, tryItOutEnabled: true, filter: true },
      logo: { type: 'image/svg+xml', content: MARK, href: '/docs', target: '_self' },
      theme: { title: 'Khara: calls', css: [{ filename: 'khara.css', content: STYLE }] },
      staticCSP: true,
      // Plain HTTP on a desk or in a LAN must go on working, and nothing comes from elsewhere.
      transformStaticCSP: (policy) =>
        policy
          .replaceAll(' https:', '')
          .replace(' validator.swagger.io', '')
          .replace(/;\s*upgrade-insecure-requests/, '')
          .replace("base-uri 'self'", "base-uri 'none'")
          .replace("frame-ancestors 'self'", "frame-ancestors 'none'"),
      transformSpecificationClone: false,
    });
  });
}
