import { createMcpHandler, ResourceNotFoundError, Server } from '@modelcontextprotocol/server';
import Fastify from 'fastify';
import type { AddressInfo } from 'node:net';
import { readConfig } from '#src/config.ts';
import { acceptBodies } from '#src/http/bodies.ts';
import { enforceHttps } from '#src/http/https-policy.ts';
import { answerMcp } from '#src/http/mcp/answer.ts';

/* What the conformance suite asks for by name (its scenarios say each), answered over the product's own transport. */

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==';
const text = (words: string) => ({ type: 'text' as const, text: words });
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' };
const resource = (uri: string, mimeType: string, words: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: words },
});
const user = <Content>(content: Content) => ({ role: 'user' as const, content });

const SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object' as const,
  $defs: { address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
  properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
  additionalProperties: false,
};

const ANSWERS: Readonly<Record<string, readonly object[]>> = {
  test_simple_text: [text('This is a simple text response for testing.')],
  test_image_content: [image],
  test_audio_content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }],
  test_embedded_resource: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  test_multiple_content_types: [
    text('Multiple content types test:'),
    image,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ],
  test_tool_with_logging: [text('logged')],
  test_tool_with_progress: [text('went on')],
  json_schema_2020_12_tool: [text('read')],
};

const PROMPTS: Readonly<Record<string, (fields: Readonly<Record<string, string>>) => readonly object[]>> = {
  test_simple_prompt: () => [user(text('This is a simple prompt for testing.'))],
  test_prompt_with_arguments: ({ arg1, arg2 }) => [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
  test_prompt_with_embedded_resource: ({ resourceUri = '' }) => [
    user(resource(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
    user(text('Please process the embedded resource above.')),
  ],
  test_prompt_with_image: () => [user(image), user(text('Please analyze the image above.'))],
};
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  test_prompt_with_arguments: ['arg1', 'arg2'],
  test_prompt_with_embedded_resource: ['resourceUri'],
};

function readResource(uri: string) {
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
  if (id !== undefined) {
    const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { uri, mimeType: 'application/json', text: data };
  }
  if (uri === 'test://static-text')
    return { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' };
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: PNG };
  throw new ResourceNotFoundError(uri);
}

function newServer(): Server {
  const server = new Server(
    { name: 'fixture', version: '1' },
    { capabilities: { tools: {}, prompts: {}, resources: {}, logging: {}, completions: {} } },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: Object.keys(ANSWERS).map((name) => ({
      name,
      description: name,
      inputSchema: name === 'json_schema_2020_12_tool' ? SCHEMA : { type: 'object' as const },
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const { name, _meta: meta } = params;
    if (name === 'test_error_handling')
      return { isError: true, content: [text('This tool intentionally returns an error for testing')] };
    if (name === 'test_tool_with_logging')
      for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed'])
        await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
    const progressToken = meta?.progressToken;
    if (name === 'test_tool_with_progress' && progressToken !== undefined)
      for (const progress of [0, 50, 100])
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
    return { content: [...(ANSWERS[name] ?? [])] as never };
  });
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.keys(PROMPTS).map((name) => ({
      name,
      description: name,
      arguments: (ARGUMENTS[name] ?? []).map((argument) => ({ name: argument, description: argument, required: true })),
    })),
  }));
  server.setRequestHandler('prompts/get', ({ params }) => ({
    messages: [...(PROMPTS[params.name]?.(params.arguments ?? {}) ?? [])] as never,
  }));
  server.setRequestHandler('resources/list', () => ({
    resources: ['test://static-text', 'test://static-binary'].map((uri) => ({ uri, name: uri, description: uri })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template' }],
  }));
  server.setRequestHandler('resources/read', ({ params }) => ({ contents: [readResource(params.uri)] }));
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
  server.setRequestHandler('logging/setLevel', () => ({}));
  server.setRequestHandler('completion/complete', () => ({ completion: { values: ['paris'], hasMore: false } }));
  return server;
}

/** Starts it on a port of this machine. */
export async function startFixtureServer() {
  const app = Fastify();
  enforceHttps(app, readConfig({ LOG_LEVEL: 'silent' }));
  acceptBodies(app);
  const handler = createMcpHandler(newServer);
  app.addHook('onClose', () => handler.close());
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    handler: (request, reply) => answerMcp(handler, request, reply),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/mcp` };
}
