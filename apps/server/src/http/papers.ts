import type { FastifyInstance } from 'fastify';
import type { Config } from '#src/config.ts';
import { RELEASE } from '#src/kernel/release.ts';
import { keepAnswers } from './kept-answers.ts';
import { hasDoor } from './kite/door-host.ts';
import { findPapers, type Paper } from './manuals/papers.ts';
import { hasAssistants } from './mcp/mcp.ts';
import { openApi, splitOpenApi } from './openapi.ts';

const MARKDOWN = 'text/markdown; charset=utf-8';

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
  app.get('/docs/:name(^[A-Za-z.-]+\\.md$)', (request, reply) => {
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
