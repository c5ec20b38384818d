import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { failure } from './envelope.ts';
import { DATA_HEADERS } from './headers.ts';

/** Errors of the HTTP parser, by Node's own codes; anything else is a plain bad request. */
const STATUS: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

const HEADERS = Object.entries(DATA_HEADERS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/**
 * Answers what never became a request, on the bare socket: in the envelope, as everything else, and in
 * English since no header could be read.
 */
export function answerBrokenRequests(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error);
  const status = STATUS[error.code ?? ''] ?? 400;
  const body = JSON.stringify(failure('en', status, 'invalid_input'));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\nx-simulated: 1\r\n` +
      `${HEADERS}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
