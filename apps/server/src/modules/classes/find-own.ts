import { isAsRecorded } from '#modules/ledger/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { CLASS_ROOMS, roomById, type Room } from './store.ts';

/** A class that a member opened, as the log has it; undefined for any other. */
export async function findOwn(deps: Pick<Deps, 'db' | 'log'>, userId: string, id: string): Promise<Room | undefined> {
  const room = await roomById(deps.db, id);
  return room?.ownerId === userId && (await isAsRecorded(deps, CLASS_ROOMS, id)) ? room : undefined;
}
