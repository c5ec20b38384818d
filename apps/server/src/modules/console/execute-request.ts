import { appendRecord } from '#modules/ledger/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Outcome } from './action.ts';
import { ACTIONS } from './actions.ts';
import * as store from './request-store.ts';
import type { StaffRequest } from './request-store.ts';

/**
 * Executes the requests that their checkers approved, each in one transaction: its effect, the request's end,
 * the audit, the log's record and the line in the member's access log are there together or not at all. After
 * a run that was cut off the next one finds each request as it was, or done. Answers how many it executed.
 */
export async function executeApprovedRequests(deps: Deps): Promise<number> {
  const failures: unknown[] = [];
  let executed = 0;
  for (const id of await store.approvedRequests(deps.db)) {
    try {
      if (await executeRequest(deps, id)) executed += 1;
    } catch (error) {
      failures.push(error); // the others do not wait for this one
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Approved requests could not be executed');
  return executed;
}

async function executeRequest(deps: Deps, id: bigint): Promise<boolean> {
  const outcome = await deps.db.transaction(async (tx): Promise<Outcome | undefined> => {
    const request = await store.lockRequest(tx, id);
    if (!request) return undefined;
    const { action, checker, payload: terms } = request;
    if (checker === undefined || !(action in ACTIONS))
      throw new Error(`Request ${id} is nothing that two people decided`);
    const outcome = await ACTIONS[action].execute(tx, deps, { ...request, checker, terms });
    const failure = 'failure' in outcome ? outcome.failure : undefined;
    await appendRecord(tx, { type: 'ops.action', ref: `request:${id}`, json: recordText(request, failure) });
    await store.recordExecution(tx, id, failure, deps.clock.now());
    return outcome;
  });
  if (outcome && 'tell' in outcome) outcome.tell();
  return outcome !== undefined;
}

/** The record of the log: who decided what about what, with the terms of an offering, and no personal data. */
const recordText = (
  { id, action, subject, payload, reason, maker, checker }: StaffRequest,
  failure: string | undefined,
) =>
  JSON.stringify({
    request: String(id),
    action,
    subject,
    ...(typeof payload['approve'] === 'boolean' ? { approve: payload['approve'] } : {}),
    ...('offering' in payload ? { terms: payload['offering'] } : {}),
    reason,
    maker,
    checker: checker ?? null,
    ...(failure === undefined ? {} : { failure }),
  });
