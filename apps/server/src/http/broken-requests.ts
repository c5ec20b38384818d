import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { failure } from './envelope.ts';
import { failureName } from './errors.ts';
import { DATA_HEADERS } from './headers.ts';
import { isOfProgram, type Asked, type DoorConfig } from './kite/door-host.ts';
import { Failure, failureBody } from './kite/failure.ts';

/** Errors of the HTTP parser, by Node's own codes; anything else is a plain bad request. */
const STATUS: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Who has the door, and what the market's time is there; undefined where no door is yet. */
type Told = { readonly config: DoorConfig; readonly tellMarketTime: () => string | undefined };

type ParserError = Error & { readonly code?: string; readonly rawPacket?: unknown };

/**
 * Answers what never became a request, on the bare socket: in the form of the door for programs, where what was read
 * says that one asks, and else in the envelope, as everything else. In English, since no header could be read.
 */
export const answerBrokenRequests =
  (told: Told) =>
  (error: ParserError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error);
    const status = STATUS[error.code ?? ''] ?? 400;
    const { headers, body } = answerTo(told, status, askedIn(error.rawPacket));
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  };

/** Answers in the same way what expects more of us than to go on: Node would say nothing with its 417. */
export function answerExpectations(server: Server, told: Told): void {
  server.on('checkExpectation', ({ url = '', headers: asked }: IncomingMessage, response: ServerResponse) => {
    const { headers, body } = answerTo(told, 417, { url, headers: asked, hostname: nameIn(asked.host) });
    response.writeHead(417, headers).end(body);
  });
}

function answerTo({ config, tellMarketTime }: Told, status: number, asked: Asked | undefined) {
  const said = failure('en', status, 'invalid_input');
  const ofProgram = asked !== undefined && isOfProgram(config, asked);
  const marketTime = ofProgram ? tellMarketTime() : undefined;
  const body = JSON.stringify(
    ofProgram ? failureBody(new Failure(failureName(status), said.msg, { status, reason: 'invalid_input' })) : said,
  );
  const headers = {
    'content-type': 'application/json',
    'x-simulated': '1',
    ...(marketTime !== undefined && { 'x-market-time': marketTime }),
    ...DATA_HEADERS,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  return { headers, body };
}

const nameIn = (host = ''): string => host.replace(/:\d+$/, '');

/** What the packet with which a parser gave up says of path, host and key; undefined where it begins with no path. */
function askedIn(packet: unknown): Asked | undefined {
  const text = packet instanceof Uint8Array ? Buffer.from(packet).toString('latin1') : '';
  const [, url] = /^[A-Z]{3,7} (\/[^ ]*)/.exec(text) ?? [];
  const header = (name: string): string | undefined => new RegExp(`\\r\\n${name}: *([^\\r]*)`, 'i').exec(text)?.[1];
  if (url === undefined) return undefined;
  return { url, hostname: nameIn(header('host')), headers: { authorization: header('authorization') } };
}
