import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { textsFor } from '@khara/texts';
import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#src/config.ts';
import { keepAnswers } from './kept-answers.ts';
import { hasDoor } from './kite/door-host.ts';
import { openApi } from './openapi.ts';

const STYLE = readFileSync(new URL('./manual.css', import.meta.url), 'utf8');
/** The strip that every page of the product begins with. */
const { title, text } = textsFor('en').common.practice;
const PRACTICE = `<p class="practice"><b>${title}</b> – ${text}</p>`;

/**
 * GET /docs, the reference for people, and GET /docs/json, the OpenAPI 3.1 document: both from the call table,
 * everything served from here.
 */
export async function serveManual(app: FastifyInstance, config: Config): Promise<void> {
  let document: ReturnType<typeof openApi> | undefined; // made when it is first asked for
  await app.register(async (pages) => {
    keepAnswers(pages);
    pages.addHook('onSend', async (_request, reply, body) => {
      if (typeof body !== 'string' || !String(reply.getHeader('content-type')).startsWith('text/html')) return body;
      reply.header('content-security-policy', pagePolicy(body));
      // It is drawn as it is read, so a translator's texts would stay where others should be.
      return body
        .replace('<html', '<html translate="no"')
        .replace('<body>', `<body>${PRACTICE}`)
        .replace('<head>', '<head><meta name="google" content="notranslate">');
    });
    await pages.register(reference, {
      routePrefix: '/docs',
      openApiDocumentEndpoints: { json: '/json', yaml: '/yaml' },
      configuration: {
        content: () => (document ??= openApi(hasDoor(config))),
        pageTitle: 'Khara: calls',
        favicon: '/h5/mark.svg',
        theme: 'none',
        customCss: STYLE,
        withDefaultFonts: false,
        telemetry: false,
        operationTitleSource: 'path',
        showDeveloperTools: 'never',
        hideClientButton: true,
        mcp: { disabled: true },
        agent: { disabled: true },
        defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
        documentDownloadType: 'json',
        persistAuth: false,
      },
    });
  });
}

/**
 * Nothing comes from elsewhere, and of scripts in the page itself only those that the renderer wrote. Styles it
 * writes as it draws. Plain HTTP in a LAN goes on working.
 */
function pagePolicy(page: string): string {
  const hashes = [...page.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
