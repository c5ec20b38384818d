import pino, { type DestinationStream, type Logger } from 'pino';
import type { LogForward } from '#src/config.ts';

/** Lines are written together: one write for each would cost a busy server more than the lines themselves. */
const BUFFER_BYTES = 8192;
/** What is not much waits no longer than this. */
const FLUSH_MS = 250;
/** Lines that wait for a collector that is away, in bytes: the oldest go first. */
const WAITING_BYTES = 16 * 1024 * 1024;

/** At the level `trace` the upload library writes the headers of a request, and the session's token is one of them. */
const SERIALIZERS = { busboyOptions: () => 'left out' };

/**
 * The server's log: JSON lines, to standard output unless another file is named, and to a collector elsewhere when one is. `flush` it before the process
 * ends. A collector that is away stops nothing.
 */
export function openLog(
  level: string,
  { file = 1, forward }: { readonly file?: string | number; readonly forward?: LogForward | undefined } = {},
): Logger {
  const lines = pino.destination({ dest: file, sync: false, minLength: BUFFER_BYTES, periodicFlush: FLUSH_MS });
  const options = { level, base: null, serializers: SERIALIZERS };
  return pino(options, forward ? both(lines, collector(forward)) : lines);
}

/** A thread of its own, which keeps lines while there is no connection. TLS checks the collector's certificate. */
function collector(forward: LogForward) {
  const to = 'path' in forward ? { unixsocket: forward.path } : { ...forward, secure: true, noverify: false };
  const options = { ...to, mode: 'tcp', reconnect: true, recovery: true, recoveryQueueMaxSize: WAITING_BYTES };
  return pino.transport({ target: 'pino-socket', options });
}

type Flushing = DestinationStream & { flush(done?: (error?: Error) => void): void };

const both = (lines: Flushing, elsewhere: DestinationStream): Flushing => ({
  write(line) {
    lines.write(line);
    elsewhere.write(line);
  },
  flush: (done) => lines.flush(done),
});
