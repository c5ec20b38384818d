import { createHmac, timingSafeEqual } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  forgetWebFiles,
  forgetWebServer,
  keepWebFile,
  keptWebFile,
  noteWebServer,
  useWebFiles,
} from '#modules/config/index.ts';
import { HASHED, type KeptFiles, type WebFiles } from '#src/http/web-files.ts';
import type { Job } from '#src/jobs/index.ts';
import type { Db } from '#src/ports/database.ts';
import { DAY_MS } from '@khara/rules';

const LOOK_EVERY_MS = 2_000;

export type WebRelease = KeptFiles & {
  /** The version of the app that all servers have: the one before, while an upgrade is under way. */
  readonly version: () => string;
  readonly jobs: readonly Job[];
  /** This server is not waited for any more. */
  leave(): Promise<void>;
};

/**
 * The app of one of several servers. Its hashed files are kept in the database, so that a server of another version
 * can answer for them, also after the upgrade. Pages hear of a version when all servers have it.
 */
export async function openWebRelease(
  { db, installSecret, node }: { readonly db: Db; readonly installSecret: Uint8Array; readonly node: string },
  { directory, version: own }: WebFiles,
): Promise<WebRelease> {
  const key = createHmac('sha256', installSecret).update('khara/web-file/1').digest();
  const fileMac = (name: string, body: Uint8Array) =>
    createHmac('sha256', key).update(`${name}\n`).update(body).digest();
  const names = await hashedFiles(directory);
  const keep = async () => {
    for (const name of await useWebFiles(db, names)) {
      const body = await readFile(path.join(directory, name));
      await keepWebFile(db, { name, body, mac: fileMac(name, body) });
    }
    await forgetWebFiles(db);
  };
  let agreed = own;
  const look = async () => {
    agreed = (await noteWebServer(db, node, own)) ?? own;
  };
  await keep(); // before any page asks for them
  await look();
  return {
    version: () => agreed,
    find: async (name) => {
      const file = await keptWebFile(db, name);
      return file && timingSafeEqual(fileMac(name, file.body), file.mac) ? file.body : undefined;
    },
    jobs: [
      { name: 'version of the app', everyMs: LOOK_EVERY_MS, work: look },
      { name: 'files of the app', everyMs: DAY_MS, work: keep },
    ],
    leave: () => forgetWebServer(db, node),
  };
}

/** Names below the directory, of files whose content is in their name: as they are, and compressed by brotli. */
async function hashedFiles(directory: string): Promise<readonly string[]> {
  const found = await readdir(path.join(directory, 'assets'), { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile() && HASHED.test(entry.name.replace(/\.br$/, '')) && !entry.name.endsWith('.gz'))
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)));
}
