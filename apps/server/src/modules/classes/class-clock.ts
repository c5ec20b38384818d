import type { Body } from '@khara/contract';
import { appendRecord, isAsRecorded, readSignedRecords, recordsOfType } from '#modules/ledger/index.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import type { ClockAct } from '#src/ports/market.ts';
import { findOwn } from './find-own.ts';
import { lastDay } from './last-day.ts';
import { mayOpen } from './may-open.ts';
import * as store from './store.ts';

type ClockDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'log' | 'market' | 'marketClock'>;

/**
 * The class that has the market's clock, where the installation gives it: of those that go on the one that was opened
 * first, by an owner to whom the back office has not refused classes since.
 */
export async function clockHolder(deps: ClockDeps): Promise<store.Room | undefined> {
  if (deps.config.CLASS_CLOCK !== 'on' || !deps.marketClock) return undefined;
  for (const room of await store.openRooms(deps.db))
    if ((await isAsRecorded(deps, store.CLASS_ROOMS, room.id)) && (await mayOpen(deps, room.ownerId))) return room;
  return undefined;
}

/**
 * Moves the market's clock. Refuses, in this order: class_unknown, class_ended, class_clock_not_given,
 * class_phase_passed: it was asked in a session that is over. What stands or goes on already is done.
 */
export async function moveClock(
  deps: Deps,
  { member }: MemberCaller,
  { id, act, session }: Body<'classClock'>,
): Promise<Result<null, 'class_unknown' | 'class_ended' | 'class_clock_not_given' | 'class_phase_passed'>> {
  const room = await findOwn(deps, member.userId, id);
  if (!room) return refuse('class_unknown');
  if (room.endedAt !== undefined) return refuse('class_ended', { details: { on: lastDay(room) } });
  if ((await clockHolder(deps))?.id !== id) return refuse('class_clock_not_given');
  const now = deps.market.now();
  if (session !== undefined && session !== now.session) return refuse('class_phase_passed');
  if (act === (now.pace === 'paused' ? 'pause' : 'resume')) return done(null);
  await actOnClock(deps, act);
  return done(null);
}

/** An act stands in the log before the market hears of it. The log does not say who acted. */
async function actOnClock({ db, market, marketClock, clock }: ClockDeps, act: ClockAct): Promise<void> {
  const { marketDate, marketTime, session } = market.now();
  await appendRecord(db, {
    type: 'class.clock',
    json: JSON.stringify({ act, marketDate, marketTime, session, at: clock.now() }),
  });
  marketClock?.act(act);
}

/** A market that its teacher paused stands after a start of the server, too. */
export async function restorePause(deps: ClockDeps): Promise<void> {
  if (!(await clockHolder(deps))) return;
  const acts = await recordsOfType(deps.db, 'class.clock');
  const [last] = (
    await readSignedRecords(
      deps.db,
      acts.map(({ id }) => id),
    )
  ).toReversed();
  if (last && (JSON.parse(last.json) as { act: ClockAct }).act === 'pause') deps.marketClock?.act('pause');
}

/** With the last class that has the clock ends its pause. */
export async function releaseClock(deps: ClockDeps): Promise<void> {
  if (deps.market.now().pace === 'paused' && !(await clockHolder(deps))) await actOnClock(deps, 'resume');
}
