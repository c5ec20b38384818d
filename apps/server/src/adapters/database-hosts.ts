import { Socket } from 'node:net';
import { checkServerIdentity, type ConnectionOptions } from 'node:tls';
import pg from 'pg';
import { urlsOfHosts } from '#src/kernel/database-url.ts';

/** One that does not answer within this time is none to connect to. */
const ANSWERS_WITHIN_MS = 3_000;

export type Place = pg.ClientConfig & { readonly host: string; readonly port: number };

/**
 * Settings with which `pg` connects to an address, as another role where a login is given. Of an address with several
 * hosts each new connection goes to the one that takes writes: after a fail-over that is another one. An older
 * connection ends with its host, or with the first write that it refuses.
 */
export function connectionTo(url: string, login: { readonly user?: string; readonly password?: string } = {}): Place {
  const urls = urlsOfHosts(url);
  const places = urls.map((one) => ({ ...readPlace({ connectionString: one }), ...login }));
  const [first] = places as [Place, ...Place[]]; // one a host
  // The address may say more than where and who.
  if (urls.length === 1) return Object.keys(login).length === 0 ? { ...first, connectionString: url } : first;
  const secure = secureFor(places).find((ssl) => typeof ssl === 'object');
  const primary = new PrimaryFinder(places);
  return { ...first, ...(secure && { ssl: secure }), stream: () => new PrimarySocket(primary) };
}

/** Where a database is and who logs in. */
export function readPlace(config: pg.ClientConfig): Place {
  const { host, port, database, ssl, user, password } = new pg.Client(config);
  const given = Object.entries({ database, ssl, user, password: password });
  return { host, port, ...Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
}

/** TLS as the address asks for it: the library names the first host, and a certificate of any of them will do. */
const secureFor = (places: readonly Place[]) =>
  places.map(({ ssl }) =>
    typeof ssl === 'object' && !('checkServerIdentity' in ssl)
      ? { ...ssl, checkServerIdentity: checkIsAmong(places) }
      : ssl,
  );

const checkIsAmong =
  (places: readonly Place[]): NonNullable<ConnectionOptions['checkServerIdentity']> =>
  (_named, certificate) => {
    const wrong = places.map(({ host }) => checkServerIdentity(host, certificate));
    return wrong.includes(undefined) ? undefined : wrong[0];
  };

/**
 * Which of several hosts takes writes. It is asked for where no connection says so: a host that ends closes its own.
 */
class PrimaryFinder {
  readonly #places: readonly Place[];
  #known: Place | undefined;
  #open = 0;
  #finding: Promise<Place> | undefined;

  constructor(places: readonly Place[]) {
    this.#places = places;
  }

  /** Throws what the first of them said where none takes writes; a login that was refused before all else. */
  find(): Promise<Place> {
    if (this.#known) return Promise.resolve(this.#known);
    return (this.#finding ??= this.#ask().finally(() => (this.#finding = undefined)));
  }

  opened(): void {
    this.#open += 1;
  }

  /** A connection has ended: as it should, or broken, or without having been one. */
  ended(place: Place, { wasOpen, isBroken }: { readonly wasOpen: boolean; readonly isBroken: boolean }): void {
    if (wasOpen) this.#open -= 1;
    if (this.#known === place && (!wasOpen || isBroken || this.#open === 0)) this.#known = undefined;
  }

  async #ask(): Promise<Place> {
    const asked = this.#places.map(async (place) => {
      if (await isStandby(place)) throw Object.assign(new Error('The database is a standby'), { code: READ_ONLY });
      return place;
    });
    this.#known = await Promise.any(asked).catch((error: unknown) => {
      const why: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
      throw why.find((one) => one instanceof pg.DatabaseError) ?? why[0];
    });
    return this.#known;
  }
}

const READ_ONLY = '25006';

async function isStandby(place: Place): Promise<boolean> {
  const client = new pg.Client({
    ...place,
    application_name: 'khara finds the primary',
    connectionTimeoutMillis: ANSWERS_WITHIN_MS,
    query_timeout: ANSWERS_WITHIN_MS,
  });
  client.on('error', () => undefined); // the question fails with it
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
    return rows[0]?.standby !== false;
  } finally {
    client.end().catch(() => undefined);
  }
}

/** A connection to the host that takes writes, whichever was asked for. */
class PrimarySocket extends Socket {
  readonly #primary: PrimaryFinder;

  constructor(primary: PrimaryFinder) {
    super();
    this.#primary = primary;
  }

  override connect(): this {
    void this.#primary.find().then(
      (place) => {
        if (this.destroyed) return;
        let wasOpen = false;
        this.once('connect', () => {
          wasOpen = true;
          this.#primary.opened();
        });
        this.once('close', (isBroken) => this.#primary.ended(place, { wasOpen, isBroken }));
        super.connect(place.port, place.host);
      },
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    return this;
  }
}
