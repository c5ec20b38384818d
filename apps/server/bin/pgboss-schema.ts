import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DATABASE_FILES } from '#src/adapters/build-database.ts';
import { queueSchema } from '#src/adapters/queue-schema.ts';

/** Writes what the installed pg-boss makes for itself into the database's files: `npm run db:pgboss`. */
await writeFile(path.join(DATABASE_FILES, 'schema/90-pgboss.sql'), queueSchema());
