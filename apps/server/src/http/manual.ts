import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openApi } from './openapi.ts';

/**
 * GET /docs, the manual for people, and GET /docs/json, the OpenAPI 3.1 document: both from the call table,
 * everything served from here.
 */
export async function serveManual(app: FastifyInstance): Promise<void> {
  await app.register(async (pages) => {
    // The library's own type, of an older OpenAPI.
    const document = openApi() as unknown as StaticDocumentSpec['document'];
    await pages.register(swagger, { mode: 'static', specification: { document } });
    await pages.register(swaggerUi, {
      routePrefix: '/docs',
      uiConfig: { docExpansion: 'none', validatorUrl: null, tryItOutEnabled: true },
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
