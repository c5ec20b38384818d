import pg from 'pg';

/** Bytes that the database has written to its write-ahead log so far. */
export async function walWritten(admin: pg.ClientConfig): Promise<number> {
  const client = new pg.Client(admin);
  await client.connect();
  try {
    const { rows } = await client.query<{ bytes: string }>(
      `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS bytes`,
    );
    return Number(rows[0]?.bytes);
  } finally {
    await client.end();
  }
}
