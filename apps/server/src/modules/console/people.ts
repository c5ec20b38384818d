import type { ConsoleBody, ConsoleData } from '@khara/contract';
import { maskAadhaar } from '@khara/rules';
import { openPicture } from '#modules/pictures/index.ts';
import { answerMember, markThreadRead, readThread, supportThreads } from '#modules/support/index.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { wholePage } from '#src/kernel/page.ts';
import * as store from './store.ts';
import type { ConsoleDeps, ConsoleHandlersFor, StaffCaller } from './types.ts';
import { whyUnfit, type TextFault } from './unfit.ts';

/**
 * Looks at a picture. The look is written in the same transaction, for the audit and for its owner, before
 * anything is shown. Refuses: not_found.
 */
async function picture(
  deps: ConsoleDeps,
  { tokenHash }: StaffCaller,
  { id }: ConsoleBody<'consolePicture'>,
): Promise<Result<ConsoleData<'consolePicture'>, 'not_found'>> {
  const at = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const memberId = await store.ownerOfOpenPicture(tx, id);
    const file = memberId === undefined ? undefined : await openPicture(deps, id, tx);
    if (!file) return refuse('not_found');
    await store.recordAct(tx, { tokenHash, action: 'picture.look', subject: id, reason: 'review', memberId, at });
    return done(file);
  });
}

/** Looks at the last digits of a number, as at a picture. Refuses: not_found. */
async function identity(
  deps: ConsoleDeps,
  { tokenHash }: StaffCaller,
  { id }: ConsoleBody<'consoleIdentity'>,
): Promise<Result<ConsoleData<'consoleIdentity'>, 'not_found'>> {
  const at = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const open = await store.openIdentity(tx, id);
    if (!open) return refuse('not_found');
    const { memberId, lastFour } = open;
    await store.recordAct(tx, { tokenHash, action: 'identity.look', subject: id, reason: 'review', memberId, at });
    return done({ idNumberMasked: maskAadhaar(lastFour) });
  });
}

/**
 * Answers a member, live on their devices. Refuses, in this order: pay_to_details, claims_too_much, not_found
 * (a member who has not written).
 */
async function answer(
  deps: ConsoleDeps,
  { tokenHash, staff }: StaffCaller,
  { memberId, text }: ConsoleBody<'consoleAnswer'>,
): Promise<Result<null, 'not_found' | TextFault>> {
  const unfit = whyUnfit(text, 'text');
  if (unfit) return unfit;
  if (!(await store.hasWritten(deps.backOffice, memberId))) return refuse('not_found', { field: 'memberId' });
  const at = deps.clock.now();
  const act = { tokenHash, action: 'support.answer', subject: memberId, reason: 'member_asked', memberId, at };
  await answerMember(deps, { memberId, staff: staff.number, text }, (tx) => store.recordAct(tx, act));
  return done(null);
}

export const peopleHandlers = {
  consoleIdentity: identity,
  consolePicture: picture,
  consoleThreads: async ({ backOffice }) => {
    const rows = await supportThreads(backOffice, 200);
    return done(
      wholePage(
        rows.map((row) => ({
          memberId: row.memberId,
          lastText: row.lastText,
          lastFrom: row.lastSender,
          lastAt: row.lastAt,
          unread: Number(row.unread),
        })),
      ),
    );
  },
  consoleThread: async (deps, _caller, { memberId, ...page }) => {
    const thread = await readThread({ db: deps.backOffice }, memberId, page);
    await markThreadRead(deps, memberId);
    return done(thread);
  },
  consoleAnswer: answer,
} satisfies ConsoleHandlersFor<
  'consoleIdentity' | 'consolePicture' | 'consoleThreads' | 'consoleThread' | 'consoleAnswer'
>;
