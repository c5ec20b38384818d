import type { Db, Queryable } from '#src/ports/database.ts';

/** SQL of the versions of the app that servers of one installation have, and of its files. */

/**
 * Notes that a server has this version of the app. Answers the version that pages are to have: this one from when no
 * other server was seen with another within the last seconds, else the one before. Undefined where there was none.
 */
export const noteWebServer = (db: Db, node: string, version: string): Promise<string | undefined> =>
  db.transaction(async (tx) => {
    await tx.query(
      'config.note_web_server',
      `INSERT INTO content.web_server (node, version) VALUES ($1, $2)
       ON CONFLICT (node) DO UPDATE SET version = excluded.version, seen_at = clock_timestamp()`,
      [node, version],
    );
    const [row] = await tx.query<{ version: string }>(
      'config.agree_on_web_release',
      `WITH agreed AS (
         INSERT INTO content.web_release (version)
         SELECT $2 WHERE NOT EXISTS (
           SELECT FROM content.web_server
           WHERE node <> $1 AND version <> $2 AND seen_at > clock_timestamp() - interval '10 seconds'
         )
         ON CONFLICT (is_only_row) DO UPDATE SET version = excluded.version
         RETURNING version
       )
       SELECT version FROM agreed UNION ALL SELECT version FROM content.web_release LIMIT 1`,
      [node, version],
    );
    return row?.version;
  });

/** A server ends, and is not waited for. */
export async function forgetWebServer(db: Queryable, node: string): Promise<void> {
  await db.query('config.forget_web_server', 'DELETE FROM content.web_server WHERE node = $1', [node]);
}

export type WebFile = { readonly name: string; readonly body: Uint8Array; readonly mac: Uint8Array };

/** Says that these files are used. Answers those of them that are not kept yet. */
export async function useWebFiles(db: Queryable, names: readonly string[]): Promise<ReadonlySet<string>> {
  const kept = await db.query<{ name: string }>(
    'config.use_web_files',
    'UPDATE content.web_file SET used_at = clock_timestamp() WHERE name = ANY ($1) RETURNING name',
    [names],
  );
  const known = new Set(kept.map(({ name }) => name));
  return new Set(names.filter((name) => !known.has(name)));
}

/** Another server may keep the same file at the same time: it has the same content. */
export async function keepWebFile(db: Queryable, { name, body, mac }: WebFile): Promise<void> {
  await db.query(
    'config.keep_web_file',
    'INSERT INTO content.web_file (name, body, mac) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING',
    [name, body, mac],
  );
}

/** Files of versions that no server has started with for two months are for no open page any more. */
export async function forgetWebFiles(db: Queryable): Promise<void> {
  await db.query(
    'config.forget_web_files',
    "DELETE FROM content.web_file WHERE used_at < clock_timestamp() - interval '60 days'",
  );
}

/** A file that is kept. */
export async function keptWebFile(db: Queryable, name: string): Promise<WebFile | undefined> {
  const [row] = await db.query<WebFile>(
    'config.kept_web_file',
    'SELECT name, body, mac FROM content.web_file WHERE name = $1',
    [name],
  );
  return row;
}
