import type { Deps } from '#src/kernel/deps.ts';
import * as store from './store.ts';

/**
 * Whether a member may open classes, and whether one that they opened may have the market's clock: as the back office
 * has decided, and without its decision every member in the profile for schools alone. A seat of a class never may.
 */
export const mayOpen = async ({ db, config }: Pick<Deps, 'db' | 'config'>, userId: string): Promise<boolean> =>
  ((await store.isLetOpen(db, userId)) ?? config.PROFILE === 'school') && !(await store.seatOfMember(db, userId));
