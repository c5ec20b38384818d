import { debtIn } from '#modules/ledger/index.ts';
import { DatabaseAway } from '#src/ports/database.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import type { Cut } from './faulty-database.ts';
import type { World } from './world.ts';

/** How a thing is done this time: over a line that may be cut, with a note of what came of it. */
export type ActOptions = { readonly cut: Cut | undefined; readonly count: (what: string) => void };
/** An act of a member, or an event by itself. */
export type Act = {
  readonly name: string;
  readonly run: (world: World, who: MemberCaller, how: ActOptions) => Promise<void>;
};

/**
 * Does a thing over a line that may be cut, and then once more, as a client does that has heard nothing.
 * Twice, to see that it is done once.
 */
export async function retried(world: World, { cut, count }: ActOptions, work: () => Promise<unknown>): Promise<void> {
  const refusable = async (): Promise<void> => {
    try {
      await work();
    } catch (error) {
      // The database refuses what a debtor would spend, and the boundary gives the reason.
      if (!debtIn(error)) throw error;
      count('refused: debt_open');
    }
  };
  world.db.cutNext(cut);
  try {
    await refusable();
  } catch (error) {
    if (!(error instanceof DatabaseAway)) throw error;
    count(`cut ${cut?.when ?? ''}`.trim());
  } finally {
    world.db.cutNext(undefined);
  }
  if (cut !== undefined || world.chance.below(10) === 0) {
    count('asked again');
    await refusable();
  }
}

/** Notes what a call answered: `done`, or why not. */
export const noteAs =
  (how: ActOptions, done: string) =>
  ({ refused }: { readonly refused?: string | undefined }): void =>
    how.count(refused === undefined ? done : `${done.split(' ')[0]} refused: ${refused}`);
