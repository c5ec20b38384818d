import type { ConsoleBody, ConsoleData, ConsoleRefusals } from '@khara/contract';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { ACTIONS } from './actions.ts';
import { presentPage, readCursor } from '#src/kernel/page.ts';
import * as store from './request-store.ts';
import type { StaffRequest } from './request-store.ts';
import type { ConsoleDeps, ConsoleHandlersFor, StaffCaller } from './types.ts';

const presentRequest = (row: StaffRequest): ConsoleData<'consoleDecide'> => ({
  id: String(row.id),
  action: row.action,
  subject: row.subject,
  payload: { ...row.payload },
  reason: row.reason,
  maker: row.maker,
  at: row.at,
  state: row.state,
  checker: row.checker ?? null,
  decidedAt: row.decidedAt ?? null,
  carriedAt: row.carriedAt ?? null,
  failure: row.failure ?? null,
});

/**
 * Asks for something that needs two. Refuses, in this order: invalid_input (terms that are missing), what the
 * action's `subjectOf` refuses, not_found (nothing of the kind waits), already_requested, same_person (what
 * concerns oneself).
 */
async function request(
  deps: ConsoleDeps,
  { tokenHash }: StaffCaller,
  { action: name, subject: said, payload = {}, reason }: ConsoleBody<'consoleRequest'>,
): Promise<Result<ConsoleData<'consoleRequest'>, ConsoleRefusals<'consoleRequest'>>> {
  const { backOffice, clock } = deps;
  const action = ACTIONS[name];
  const terms = action.termsOf(payload);
  if (!terms) return refuse('invalid_input', { field: 'payload' });
  const about = (await action.subjectOf?.(deps, said, terms)) ?? done(said);
  if (about.refused !== undefined) return about;
  const asked = { action: name, subject: about.value, payload: terms, reason };
  const id = await store.insertRequest(backOffice, { tokenHash, ...asked, at: clock.now() });
  return typeof id === 'bigint' ? done({ id: String(id) }) : refuse(id, { field: 'subject' });
}

/**
 * Decides the request of another person. Refuses, in this order: not_found, already_decided, same_person (the
 * database does).
 */
async function decide(
  { backOffice, clock }: ConsoleDeps,
  { tokenHash }: StaffCaller,
  { id: text, approve, reason }: ConsoleBody<'consoleDecide'>,
): Promise<Result<ConsoleData<'consoleDecide'>, ConsoleRefusals<'consoleDecide'>>> {
  if (!/^\d{1,18}$/.test(text)) return refuse('not_found');
  const id = BigInt(text);
  const outcome = await store.decideRequest(backOffice, { tokenHash, id, approve, reason, at: clock.now() });
  if (outcome !== 'decided') return refuse(outcome);
  const row = await store.byId(backOffice, id);
  return row ? done(presentRequest(row)) : refuse('not_found');
}

export const requestHandlers = {
  consoleRequest: request,
  consoleDecide: decide,
  consoleRequests: async ({ backOffice }, _caller, { state, cursor, size = 50 }) => {
    const rows = await store.listRequests(backOffice, { state, before: readCursor(cursor), size: size + 1 });
    return presentPage(rows, size, presentRequest);
  },
} satisfies ConsoleHandlersFor<'consoleRequest' | 'consoleDecide' | 'consoleRequests'>;
