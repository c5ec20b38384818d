import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#src/config.ts';
import { RELEASE } from '#src/kernel/release.ts';
import { keepAnswers } from './kept-answers.ts';
import { MANUALS } from './manuals/index.ts';
import { hasDoor } from './kite/door-host.ts';
import { hasAssistants } from './mcp/mcp.ts';
import { openApi, splitOpenApi } from './openapi.ts';

/** What people wrote. */
const DOCS = path.join(import.meta.dirname, '../../../../docs');
const MARKDOWN = 'text/markdown; charset=utf-8';

type Paper = { readonly title: string; read(): string };

/** Manuals by the names under which they are served: the written ones, then those that are printed when asked for. */
function findPapers(): ReadonlyMap<string, Paper> {
  const papers = new Map<string, Paper>();
  const files = existsSync(DOCS) ? readdirSync(DOCS).filter((file) => file.endsWith('.md')) : [];
  for (const file of files) {
    const read = () => readFileSync(path.join(DOCS, file), 'utf8');
    papers.set(file, { title: /^# (.+)$/m.exec(read())?.[1] ?? file, read });
  }
  for (const [name, { title, print }] of Object.entries(MANUALS))
    papers.set(`manual-${name}.md`, { title: `Reference: ${title}`, read: print });
  return papers;
}

/**
 * For models and programs that read: /llms.txt, one page that says what this is and leads on; the manuals as Markdown
 * at /docs/NAME.md; the OpenAPI document, which is that of /docs, at /openapi.json, and by its tags with an index at
 * /openapi/index.json.
 */
export async function servePapers(app: FastifyInstance, config: Config): Promise<void> {
  const papers = findPapers();
  await app.register(async (scope) => {
    keepAnswers(scope);
    serveKept(scope, config, papers);
  });
}

function serveKept(app: FastifyInstance, config: Config, papers: ReadonlyMap<string, Paper>): void {
  app.get('/llms.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(describeAll(config, papers)));
  app.get('/docs/:name(^[a-z-]+\\.md$)', (request, reply) => {
    const { name } = request.params as { readonly name: string }; // the router gives texts
    const paper = papers.get(name);
    return paper ? reply.type(MARKDOWN).send(paper.read()) : reply.callNotFound();
  });
  app.get('/openapi.json', (_request, reply) => reply.send(openApi(hasDoor(config))));
  let parts: ReturnType<typeof splitOpenApi> | undefined; // made when they are first asked for
  app.get('/openapi/:name(^[\\w-]+\\.json$)', (request, reply) => {
    const { name } = request.params as { readonly name: string };
    const part = (parts ??= splitOpenApi(openApi(hasDoor(config)))).get(name);
    return part ? reply.send(part) : reply.callNotFound();
  });
}

function describeAll(config: Config, papers: ReadonlyMap<string, Paper>): string {
  const links = [...papers].map(([name, { title }]) => `- [${title}](/docs/${name})`);
  return `${[
    '# Khara',
    '',
    `> A practice stock market for India, version ${RELEASE.version}. Prices are simulated, companies are invented, money`,
    '> is paper money. Every act of a member is an entry of a signed log, which its member and anyone else can check.',
    '',
    'The market runs on a clock of its own: read the market time of an answer, never your own clock.',
    '',
    '## Ways in',
    '',
    ...(hasAssistants(config)
      ? ['- [/mcp](/docs/assistants.md): Model Context Protocol; `is_this_real` answers with a signed no']
      : []),
    ...(hasDoor(config) ? ['- [Programs](/docs/programs.md): clients of the Kite Connect v3 API, unchanged'] : []),
    '- [/openapi/index.json](/openapi/index.json): every call, by subject; the whole at [/openapi.json](/openapi.json)',
    '- [/docs/](/docs/): the same for people; [/h5/](/h5/): the app',
    '',
    '## Manuals',
    '',
    ...links,
  ].join('\n')}\n`;
}
