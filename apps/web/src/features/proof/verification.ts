import type { LineVerdict, StatementCheck, StatementVerdict } from '@khara/proof';
import { create } from 'zustand';
import { toFailure } from '#api/failure.ts';
import { useSession } from '#api/session.ts';
import { readStoredJson, store } from '#lib/storage.ts';
import { say } from '#i18n/say.ts';
import { statementFromServer } from './ask-server.ts';
import { closeFindings, keepFinding } from './findings.ts';
import { keepLog, keptLog } from './kept-log.ts';

type Verification = {
  /** What is being checked now, how far the whole has come, from 0 to 1, and the lines that were read. */
  readonly running: { readonly check: StatementCheck; readonly part: number; readonly lines: number } | undefined;
  readonly verdict: StatementVerdict | undefined;
  /** When it was reached. */
  readonly at: number;
  /** Why there was no verdict: in the reader's words. */
  readonly noAnswer: string | undefined;
  /** Whose statement it is. */
  readonly userId: string;
};
const NOTHING: Verification = { running: undefined, verdict: undefined, at: 0, noAnswer: undefined, userId: '' };

/** The check of the reader's statement, whichever page shows it. */
export const useVerification = create<Verification>()(() => NOTHING);

/** How far the whole is when a check begins: reading the accounts takes most of the time. */
const BEGINS: Record<StatementCheck, number> = {
  lines: 0,
  bill: 0.7,
  signature: 0.8,
  consistency: 0.82,
  inclusion: 0.84,
};
const ENDS: Record<StatementCheck, number> = {
  lines: 0.7,
  bill: 0.8,
  signature: 0.82,
  consistency: 0.84,
  inclusion: 1,
};

/** Computes the whole statement again on this device. One at a time. */
export async function verifyMyStatement(): Promise<void> {
  const userId = useSession.getState().userInfo?.id;
  if (userId === undefined || useVerification.getState().running) return;
  useVerification.setState({ ...NOTHING, userId, running: { check: 'lines', part: 0, lines: 0 } });
  try {
    const [{ verifyStatement }, source] = await Promise.all([import('@khara/proof'), statementFromServer()]);
    const verdict = await verifyStatement(source, {
      owner: `u:${userId}`,
      known: keptLog(),
      onProgress: ({ check, part, lines }) =>
        useVerification.setState({
          running: { check, part: BEGINS[check] + (ENDS[check] - BEGINS[check]) * Math.min(1, part), lines },
        }),
    });
    const at = Date.now();
    if (verdict.ok) {
      keepLog(verdict.known);
      keepSummary({ userId, at, lines: verdict.counts.billLines, size: verdict.checkpoint.size });
    } else {
      keepSummary(undefined);
      keepAsFinding(verdict);
    }
    useVerification.setState({ running: undefined, verdict, at });
  } catch (error) {
    // Not an outcome: without a complete answer nothing was shown either way.
    useVerification.setState({ running: undefined, noAnswer: toFailure(error)?.message ?? say('systemBusy') });
  }
}

/** One line by itself. Undefined with the cause when there was no answer. */
export async function verifyMyLine(
  id: string,
): Promise<LineVerdict | { readonly ok: undefined; readonly cause: string }> {
  const userId = useSession.getState().userInfo?.id ?? '';
  try {
    const [{ verifyLine }, source] = await Promise.all([import('@khara/proof'), statementFromServer()]);
    const verdict = await verifyLine(source, id, { owner: `u:${userId}`, known: keptLog() });
    if (verdict.ok) keepLog(verdict.known);
    else keepAsFinding(verdict);
    return verdict;
  } catch (error) {
    return { ok: undefined, cause: toFailure(error)?.message ?? say('systemBusy') };
  }
}

/**
 * What is wrong with the log itself is no matter of one statement: it stays until its reader has looked, as
 * what the device finds by itself.
 */
function keepAsFinding(verdict: Extract<StatementVerdict | LineVerdict, { readonly ok: false }>): void {
  if (verdict.failed === 'signature' || verdict.failed === 'consistency') keepFinding(verdict);
}

/** Begins anew with the log that the server shows now. */
export function followThisLog(): void {
  closeFindings();
  useVerification.setState(NOTHING);
}

// ---- what the seal says of the last time ---------------------------------------------------------------------------------

export type Summary = { readonly userId: string; readonly at: number; readonly lines: number; readonly size: number };
const SUMMARY = 'verified';

const keepSummary = (summary: Summary | undefined): void =>
  store(SUMMARY, summary === undefined ? null : JSON.stringify(summary));

/** The last check of this reader on this device that found everything in order. */
export function lastSummary(userId: string | undefined): Summary | undefined {
  const kept = readStoredJson(SUMMARY) as Summary | undefined; // written by us above
  return kept !== undefined && kept.userId === userId && Number.isFinite(kept.at) ? kept : undefined;
}
