import { Socket } from 'node:net';
import { checkServerIdentity, type ConnectionOptions } from 'node:tls';
import pg from 'pg';
import { urlsOfHosts } from '#src/kernel/database-url.ts';

/** A host that took writes so lately is connected to without being asked again. */
const KNOWN_MS = 500;
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
  const places = urls.map((one) => ({ ...placeOf({ connectionString: one }), ...login }));
  const [first] = places as [Place, ...Place[]]; // one a host
  // The address may say more than where and who.
  if (urls.length === 1) return Object.keys(login).length === 0 ? { ...first, connectionString: url } : first;
  const secure = secureFor(places).find((ssl) => typeof ssl === 'object');
  const primary = new PrimaryFinder(places);
  return { ...first, ...(secure && { ssl: secure }), stream: () => new PrimarySocket(primary) };
}

/** Where a database is and who logs in. */
export function placeOf(config: pg.ClientConfig): Place {
  const { host, port, database, ssl, user, password } = new pg.Client(config);
  const given = Object.entries({ database, ssl, user, password: password ?? undefined });
  return { host, port, ...Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
}

/** TLS as the address asks for it: the library names the first host, and a certificate of any of them will do. */
const secureFor = (places: readonly Place[]) =>
  places.map(({ ssl }) =>
    typeof ssl === 'object' && !('checkServerIdentity' in ssl) ? { ...ssl, checkServerIdentity: isOneOf(places) } : ssl,
  );

const isOneOf =
  (places: readonly Place[]): NonNullable<ConnectionOptions['checkServerIdentity']> =>
  (_named, certificate) => {
    const wrong = places.map(({ host }) => checkServerIdentity(host, certificate));
    return wrong.includes(undefined) ? undefined : wrong[0];
  };

/** Which of several hosts takes writes. */
class PrimaryFinder {
  readonly #places: readonly Place[];
  #known: { readonly place: Place; readonly at: number } | undefined;
  #finding: Promise<Place> | undefined;

  constructor(places: readonly Place[]) {
    this.#places = places;
  }

  /** Throws what the first of them said where none takes writes; a login that was refused before all else. */
  find(): Promise<Place> {
    if (this.#known && performance.now() - this.#known.at < KNOWN_MS) return Promise.resolve(this.#known.place);
    return (this.#finding ??= this.#ask().finally(() => (this.#finding = undefined)));
  }

  /** It could not be reached, or has gone. */
  forget(place: Place): void {
    if (this.#known?.place === place) this.#known = undefined;
  }

  async #ask(): Promise<Place> {
    const asked = this.#places.map(async (place) => {
      if (await isStandby(place)) throw Object.assign(new Error('The database is a standby'), { code: READ_ONLY });
      return place;
    });
    const place = await Promise.any(asked).catch((error: unknown) => {
      const why: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
      throw why.find((one) => one instanceof pg.DatabaseError) ?? why[0];
    });
    this.#known = { place, at: performance.now() };
    return place;
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
        this.once('close', () => this.#primary.forget(place));
        super.connect(place.port, place.host);
      },
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    return this;
  }
}
