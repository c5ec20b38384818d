import type { AuthInfo, McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';

/** Answers a request of the protocol, whose body has been read. */
export async function answerMcp(
  handler: Pick<McpHttpHandler, 'fetch'>,
  request: FastifyRequest,
  reply: FastifyReply,
  authInfo?: AuthInfo,
): Promise<FastifyReply> {
  const { status, headers, body } = await handler.fetch(asWebRequest(request), {
    ...(request.method === 'POST' && { parsedBody: request.body }),
    ...(authInfo && { authInfo }),
  });
  void reply.code(status);
  for (const [name, value] of headers) void reply.header(name, value);
  return reply.send(body === null ? undefined : Readable.fromWeb(body as never)); // the same stream by another's types
}

/** A request as the protocol's library reads it. */
function asWebRequest({ method, url, headers, protocol, host }: FastifyRequest): Request {
  const named = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as [string, string]],
  );
  return new Request(new URL(url, `${protocol}://${host}`), { method, headers: named });
}
