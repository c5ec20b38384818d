import { connect, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { Bus } from '#src/ports/bus.ts';
import { Listeners, messageText } from './listeners.ts';

/**
 * The bus over NATS (core, without streams). `servers`: addresses of one cluster, separated by commas. While none is
 * reached nothing is kept for later: who missed something reads PostgreSQL.
 */
export function natsBus(servers: string, name: string, log: Pick<Logger, 'warn' | 'info'>): Bus {
  const listeners = new Listeners(log);
  let line: NatsConnection | undefined;
  let isUp = false;
  let isClosed = false;
  /** Up is a line whose subscription the server has: it answers a ping after it. */
  const comeUp = (opened: NatsConnection): Promise<void> =>
    opened.flush().then(
      () => void (isUp = true),
      () => undefined, // the line is gone again, and comes back or not
    );

  const opening = connect(connectionOptions(servers, name)).then(
    (opened) => {
      line = opened;
      opened.subscribe('khara.>', {
        callback: (error, sent) => {
          if (error) log.warn({ err: error }, 'a message of the bus could not be taken');
          else listeners.tellSent(sent.string());
        },
      });
      void comeUp(opened);
      void (async () => {
        for await (const { type } of opened.status()) {
          if (type === 'disconnect' || type === 'staleConnection') isUp = false;
          if (type === 'reconnect') await comeUp(opened);
          if (type === 'disconnect' || type === 'reconnect') log.warn({ type }, 'the bus');
        }
      })();
      if (isClosed) void opened.close();
    },
    (error: unknown) => log.warn({ err: error }, 'the bus cannot be reached'),
  );

  return {
    publish: (subject, message) => {
      listeners.tell(subject, message);
      if (line && isUp && !line.isClosed()) line.publish(`khara.${subject}`, messageText(subject, message));
    },
    subscribe: (subject, listener) => listeners.add(subject, listener),
    state: () => (isUp ? 'up' : 'away'),
    close: async () => {
      isClosed = true;
      isUp = false;
      if (!line) return; // what is still being reached is closed when it is
      await line.close();
      await opening;
    },
  };
}

function connectionOptions(servers: string, name: string): NodeConnectionOptions {
  const urls = servers.split(',').map((url) => new URL(url));
  const [{ username, password, protocol } = new URL('nats://localhost')] = urls;
  return {
    servers: urls.map(({ host }) => host),
    name,
    ...(username !== '' && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(protocol === 'tls:' && { tls: {} }),
    noEcho: true, // listeners of this process have heard it
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 100,
    pingInterval: 2_000,
    maxPingOut: 2,
  };
}
