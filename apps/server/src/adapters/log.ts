import pino, { type DestinationStream, type Logger } from 'pino';
import { prettyFactory } from 'pino-pretty';
import type { LogForward } from '#src/config.ts';

/** Lines are written together: one write for each would cost a busy server more than the lines themselves. */
const BUFFER_BYTES = 8192;
/** What is not much waits no longer than this. */
const FLUSH_MS = 250;
/** Lines that wait for a collector that is away, in bytes: the oldest go first. */
const WAITING_BYTES = 16 * 1024 * 1024;

/** At the level `trace` the upload library writes the headers of a request, and the session's token is one of them. */
const SERIALIZERS = { busboyOptions: () => 'left out' };

type Target = {
  /** A path, or the number of an open file; standard output unless said. */
  readonly file?: string | number;
  readonly forward?: LogForward | undefined;
  /** Lines for a person's eyes, with colours. */
  readonly readable?: boolean;
};

/**
 * The server's log: JSON lines, to standard output unless another file is named, and to a collector elsewhere
 * when one is. `flush` it before the process ends. A collector that is away stops nothing.
 */
export function openLog(level: string, { file = 1, forward, readable = false }: Target = {}): Logger {
  const lines = pino.destination(
    readable
      ? { dest: file, sync: true }
      : { dest: file, sync: false, minLength: BUFFER_BYTES, periodicFlush: FLUSH_MS },
  );
  const shown = readable ? forPeople(lines) : lines;
  const options = { level, base: null, serializers: SERIALIZERS };
  return pino(options, forward ? both(shown, collector(forward)) : shown);
}

type FlushableStream = DestinationStream & { flush(done?: (error?: Error) => void): void };

/** "09:15:02 WARN what is served on a network is not encrypted" and, indented below it, what else the line says. */
function forPeople(lines: FlushableStream): FlushableStream {
  const format = prettyFactory({ colorize: true, translateTime: 'SYS:HH:MM:ss', singleLine: true });
  return {
    write: (line) => lines.write(format(line)),
    flush: (done) => lines.flush(done),
  };
}

/** A thread of its own, which keeps lines while there is no connection. TLS checks the collector's certificate. */
function collector(forward: LogForward) {
  const to = 'path' in forward ? { unixsocket: forward.path } : { ...forward, secure: true, noverify: false };
  const options = { ...to, mode: 'tcp', reconnect: true, recovery: true, recoveryQueueMaxSize: WAITING_BYTES };
  return pino.transport({ target: 'pino-socket', options });
}

const both = (lines: FlushableStream, elsewhere: DestinationStream): FlushableStream => ({
  write(line) {
    lines.write(line);
    elsewhere.write(line);
  },
  flush: (done) => lines.flush(done),
});
