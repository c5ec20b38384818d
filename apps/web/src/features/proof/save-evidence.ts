import type { LineVerdict, StatementVerdict } from '@khara/proof';
import { call } from '#api/client.ts';
import { saveFile } from '#lib/save-file.ts';
import { evidenceFile } from './findings.ts';

type FailedVerdict = Extract<StatementVerdict | LineVerdict, { readonly ok: false }>;

/**
 * Everything by which another person can check a failure: what did not agree, both checkpoints as they were
 * signed, and what this device knew.
 */
export async function saveEvidence(verdict: FailedVerdict, at: number): Promise<void> {
  // A check that failed before the log was reached has not seen today's checkpoint: it is asked for now, and
  // its absence is evidence as well.
  const signed = await call('logCheckpoint', {});
  saveEvidenceFile(evidenceFile(at, verdict, signed.ok ? signed.data : null), at);
}

/** Hands the text of an evidence file to the reader. */
export const saveEvidenceFile = (text: string, at: number): void =>
  saveFile(
    new Blob([text], { type: 'application/json' }),
    `khara-evidence-${new Date(at).toISOString().slice(0, 19)}.json`,
  );
