import { readSignedRecords } from '#modules/ledger/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import * as store from './store.ts';

/**
 * Whether a member may open classes, and whether one that they opened may have the market's clock: as the back office
 * has decided, and without its decision every member in the profile for schools alone. A seat of a class never may.
 */
export async function mayOpen({ db, config }: Pick<Deps, 'db' | 'config'>, userId: string): Promise<boolean> {
  const decisions = await readSignedRecords(db, await store.decisionsAbout(db, userId));
  const last = decisions.at(-1);
  // The console wrote it, or its signature is wrong.
  const isLet = last ? (JSON.parse(last.json) as { approve: boolean }).approve : config.PROFILE === 'school';
  return isLet && !(await store.seatOfMember(db, userId));
}
