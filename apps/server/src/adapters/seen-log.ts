import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { SeenCheckpoint, SeenLog } from '#src/ports/seen-log.ts';
import { errorCode, isOnlyRead, keyFile } from './keys.ts';
import { makeDirectory } from './make-directory.ts';

const FILE = 'log-seen';

/**
 * In a file beside the keys: of the first of these directories, or of the next one where that is only read. Servers
 * that share a directory may write it at the same time. The one or the other stays, and both have been seen.
 */
export function seenLogIn([keysDir = '', ...others]: readonly string[]): SeenLog {
  const next = others.length > 0 ? seenLogIn(others) : undefined;
  const file = keyFile(keysDir, FILE);
  return {
    read: async () => newest(await readSeen(file), await next?.read()),
    keep: async (seen) => {
      const part = `${file}.${randomUUID()}.part`;
      try {
        await makeDirectory(keysDir, 0o700);
        await writeFile(part, `${seen.number} ${seen.chain} ${seen.at}\n`, { mode: 0o600, flush: true });
      } catch (error) {
        if (!isOnlyRead(error)) throw error;
        return (await next?.keep(seen)) ?? false;
      }
      await rename(part, file);
      return true;
    },
  };
}

async function readSeen(file: string): Promise<SeenCheckpoint | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
    return undefined;
  });
  if (text === undefined) return undefined;
  const [, number, chain, at] = /^(\d+) ([0-9a-f]{64}) (\d+)\n$/.exec(text) ?? [];
  if (number === undefined || chain === undefined)
    throw new Error(`${file} holds no checkpoint: put a backup of it back`);
  return { number: Number(number), chain, at: Number(at) };
}

const newest = (one: SeenCheckpoint | undefined, other: SeenCheckpoint | undefined): SeenCheckpoint | undefined =>
  other && (!one || other.at > one.at) ? other : one;
