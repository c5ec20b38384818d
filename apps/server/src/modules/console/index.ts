/**
 * The back office: who works here, what they read, and what two of them decide.
 * docs/decisions/0023-back-office-rights.md.
 */
import { done } from '#src/kernel/result.ts';
import { contentHandlers } from './content.ts';
import { fixedContentHandlers } from './fixed-content.ts';
import { peopleHandlers } from './people.ts';
import { readingHandlers } from './reading.ts';
import { requestHandlers } from './requests.ts';
import { signIn, signOut } from './staff.ts';
import type { ConsoleHandlers } from './types.ts';

export { ACTIONS } from './actions.ts';
export { anyMentionsPaymentDetails } from './payment-detail-filter.ts';
export { executeApprovedRequests } from './execute-request.ts';
export { saysSame, STAFF, STAFF_DEVICES, STAFF_FACTORS, type StaffRows } from './recorded-staff-store.ts';
export { RECORDED_REQUESTS, saidOfRequest, type RecordedRequest } from './request-store.ts';
export { SEALED_STAFF_FACTORS } from './staff-factor.ts';
export { bootstrapStaff, findSession, type PresentedStaff } from './staff.ts';
export type { ConsoleDeps, ConsoleGuest, ConsoleHandlers, StaffCaller } from './types.ts';

export const consoleHandlers = {
  consoleSignIn: signIn,
  consoleSignOut: async (deps, { tokenHash }) => {
    await signOut(deps, tokenHash);
    return done(null);
  },
  consoleMe: async (_deps, { staff }) => done(staff),
  ...requestHandlers,
  ...readingHandlers,
  ...peopleHandlers,
  ...contentHandlers,
  ...fixedContentHandlers,
} satisfies ConsoleHandlers;
