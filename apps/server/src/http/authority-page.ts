import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LANGUAGES, type Language } from '@khara/contract';
import { fill, textsFor } from '@khara/texts';
import type { Lan } from '#src/ports/lan.ts';

const STYLE = `body{margin:0 auto;max-width:38rem;padding:1rem;font:1rem/1.5 system-ui,sans-serif;color:#14283a;background:#fff}
h1{font-size:1.5rem}h2{font-size:1.125rem}a{color:#005b9f}nav a{margin-right:1rem}code{overflow-wrap:anywhere}
.do{display:inline-block;padding:.75rem 1rem;border-radius:.75rem;background:#14283a;color:#fff;text-decoration:none}
@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0e1b26}a{color:#6cc1ff}.do{background:#1ea1ff;color:#0e1b26}}`;
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`;

/**
 * For phones of the network, with `npm start -- --lan`: /ca.crt, the root of this installation's authority, and /ca,
 * which says in the reader's language how a phone installs it and what works without.
 */
export function serveAuthority(app: FastifyInstance, lan: Lan): void {
  app.get('/ca.crt', (_request, reply) =>
    reply
      .type('application/x-x509-ca-cert')
      .header('content-disposition', 'attachment; filename="khara-ca.crt"')
      .send(Buffer.from(lan.root)),
  );
  app.get('/ca', (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      .send(page(lan, askedLanguage(request), request.hostname)),
  );
}

/** That of the address, else the first of the browser's that the app has. */
function askedLanguage({ query, headers }: FastifyRequest): Language {
  const { lang } = query as { readonly lang?: unknown }; // a boundary: anything may stand there
  const wanted = [
    String(lang),
    ...(headers['accept-language'] ?? '').split(',').map((part) => part.split(';')[0]!.trim()),
  ];
  return wanted.map(readTag).find((tag) => tag !== undefined) ?? 'en';
}

/** "zh-TW" is zh-Hant, "hi-IN" is hi. */
function readTag(asked: string): Language | undefined {
  if (/^zh\b/i.test(asked)) return /hant|tw|hk|mo/i.test(asked) ? 'zh-Hant' : 'zh-Hans';
  return LANGUAGES.find(({ tag }) => tag === asked.slice(0, 2).toLowerCase())?.tag;
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const link = (address: string): string => `<a href="${address}">${address}</a>`;

function page({ port, httpsPort, addresses, fingerprint }: Lan, language: Language, asked: string): string {
  const { authority } = textsFor(language);
  const host = addresses.includes(asked) ? asked : (addresses[0] ?? 'localhost');
  const http = `http://${host}:${port}/h5/`;
  const https = `https://${host}:${httpsPort}/h5/`;
  const say = (key: keyof typeof authority, values: Readonly<Record<string, string>> = {}): string =>
    fill(escape(authority[key]), values);
  const languages = LANGUAGES.map(({ tag, name }) => `<a href="/ca?lang=${tag}" lang="${tag}">${name}</a>`).join('');
  const install =
    httpsPort === undefined
      ? `<p>${say('noHttps')}</p>`
      : `<p><a class="do" href="/ca.crt">${say('download')}</a></p>
<ul><li>${say('android')}</li><li>${say('iphone')}</li></ul>
<p>${say('thenOpen', { https: link(https) })}</p><p>${say('warned')}</p><p>${say('works')}</p><p>${say('after')}</p>
<p>${say('fingerprint', { hash: `<code>${fingerprint}</code>` })}</p>`;
  return `<!doctype html><html lang="${language}" translate="no"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${say('title')}</title><style>${STYLE}</style></head>
<body><nav>${languages}</nav><main><h1>${say('title')}</h1><p>${say('what')}</p>
<h2>${say('without')}</h2><p>${say('withoutText', { http: link(http) })}</p>
<h2>${say('install')}</h2>${install}</main></body></html>`;
}
