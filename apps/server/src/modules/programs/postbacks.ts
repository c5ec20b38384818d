import { isAsRecorded } from '#modules/ledger/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Queryable } from '#src/ports/database.ts';
import * as store from './key-store.ts';
import { deriveSecret } from './secrets.ts';

/** Which of these keys have a postback. Good for ever: a key never gets or loses one. */
export async function findPostbacks(db: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await store.keysWithPostback(db, ids)).map(({ id }) => id));
}

/** Where orders of a key are posted now, and the secret that they are signed with. Undefined: nowhere any more. */
export async function postbackNow(
  deps: Pick<Deps, 'db' | 'clock' | 'keys'> & Partial<Pick<Deps, 'log'>>,
  id: string,
): Promise<{ readonly address: string; readonly secret: string } | undefined> {
  const key = await store.liveKey(deps.db, id, deps.clock.now());
  if (key?.postback === undefined || !(await isAsRecorded(deps, store.PROGRAM_KEYS, id))) return undefined;
  return { address: key.postback, secret: deriveSecret(deps, id) };
}
