import { randomUUID } from 'node:crypto';
import { setTimeout as rest } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Bus } from '#src/ports/bus.ts';
import { Listeners, messageText } from './listeners.ts';

const CHANNEL = 'khara_bus';
/** PostgreSQL takes less than 8,000 bytes a notification; the head of a piece has its place too. */
const PIECE = 7_800;
const LONGEST_REST_MS = 2_000;
/** Interval of the checks that the connection lives: one that was cut off says nothing by itself. */
const ALIVE_EVERY_MS = 2_000;
const ANSWERS_WITHIN_MS = 2_000;

/** Pieces of what one server sent at once. */
type Pieces = { readonly serial: string; readonly texts: string[] };

/**
 * The bus over LISTEN and NOTIFY: for a few servers that have no NATS. What is published at one time goes in one
 * statement, since commits that notify wait for each other. While the database is away nothing is kept for later.
 */
export function postgresBus(connection: pg.ClientConfig, log: Pick<Logger, 'warn'>): Bus {
  const listeners = new Listeners(log);
  const node = randomUUID();
  const halves = new Map<string, Pieces>();
  let client: pg.Client | undefined;
  let waiting: string[] = [];
  let isSending = false;
  let serial = 0;
  const closing = new AbortController();

  function hear(payload: string): void {
    const [, from, of, at, count, text] = /^(\S+) (\d+) (\d+) (\d+)\n(.*)$/s.exec(payload) ?? [];
    if (from === undefined || text === undefined || of === undefined || from === node) return;
    const known = halves.get(from);
    const pieces = known?.serial === of ? known : { serial: of, texts: [] };
    if (pieces.texts.length !== Number(at)) return; // the beginning was before this connection
    pieces.texts.push(text);
    halves.set(from, pieces);
    if (pieces.texts.length < Number(count)) return;
    halves.delete(from);
    for (const message of pieces.texts.join('').split('\n')) listeners.tellSent(message);
  }

  async function send(): Promise<void> {
    if (isSending) return;
    isSending = true;
    for (let line = client; line && waiting.length > 0; line = client) {
      const text = waiting.join('\n');
      waiting = [];
      serial += 1;
      const count = Math.ceil(text.length / PIECE);
      const pieces = Array.from(
        { length: count },
        (_, at) => `${node} ${serial} ${at} ${count}\n${text.slice(at * PIECE, (at + 1) * PIECE)}`,
      );
      await line
        .query(`SELECT pg_notify('${CHANNEL}', x) FROM unnest($1::text[]) WITH ORDINALITY AS p (x, n) ORDER BY n`, [
          pieces,
        ])
        .catch((error: unknown) => log.warn({ err: error }, 'the bus could not send'));
    }
    isSending = false;
  }

  async function stayConnected(): Promise<void> {
    for (let failures = 0; !closing.signal.aborted; failures += 1) {
      const own = new pg.Client({
        ...connection,
        application_name: 'khara bus',
        connectionTimeoutMillis: ANSWERS_WITHIN_MS,
        query_timeout: ANSWERS_WITHIN_MS,
      });
      const ended = new Promise<void>((resolve) => own.once('end', resolve));
      own.on('error', () => undefined); // the end follows
      own.on('notification', ({ payload = '' }) => hear(payload));
      try {
        await own.connect();
        await own.query(`LISTEN ${CHANNEL}`);
        client = own;
        failures = 0;
        while (!closing.signal.aborted) {
          await Promise.race([ended, rest(ALIVE_EVERY_MS, undefined, { signal: closing.signal, ref: false })]);
          await own.query('SELECT 1');
        }
      } catch (error) {
        if (!closing.signal.aborted) log.warn({ err: error }, 'the bus is away');
      }
      client = undefined;
      waiting = [];
      halves.clear();
      await own.end().catch(() => undefined);
      if (!closing.signal.aborted)
        await rest(Math.min(LONGEST_REST_MS, 100 * 2 ** failures), undefined, {
          signal: closing.signal,
          ref: false,
        }).catch(() => undefined);
    }
  }

  const connected = stayConnected();
  return {
    publish: (subject, message) => {
      listeners.tell(subject, message);
      if (!client) return;
      waiting.push(messageText(subject, message));
      if (waiting.length === 1) setImmediate(() => void send());
    },
    subscribe: (subject, listener) => listeners.add(subject, listener),
    state: () => (client ? 'up' : 'away'),
    close: async () => {
      closing.abort();
      await connected;
    },
  };
}
