import pino, { type Logger } from 'pino';

/** Lines are written together: one write for each would cost a busy server more than the lines themselves. */
const BUFFER_BYTES = 8192;
/** What is not much waits no longer than this. */
const FLUSH_MS = 250;

/** At the level `trace` the upload library writes the headers of a request, and the session's token is one of them. */
const SERIALIZERS = { busboyOptions: () => 'left out' };

/** The server's log: JSON lines, to standard output unless another file is named. `flush` it before the process ends. */
export function openLog(level: string, file: string | number = 1): Logger {
  const destination = pino.destination({ dest: file, sync: false, minLength: BUFFER_BYTES, periodicFlush: FLUSH_MS });
  return pino({ level, base: null, serializers: SERIALIZERS }, destination);
}
