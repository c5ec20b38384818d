import type { LineVerdict, StatementVerdict } from '@khara/proof';
import { call } from '#api/client.ts';
import { saveFile } from '#api/save-file.ts';
import { keptLog } from './kept-log.ts';

type Failed = Extract<StatementVerdict | LineVerdict, { readonly ok: false }>;

/** Everything by which somebody else can check a failure: what did not agree, both checkpoints as they were signed, and what this device knew. */
export async function saveEvidence(verdict: Failed, at: number): Promise<void> {
  // A check that failed before the log was reached has not seen today's checkpoint: it is asked for now, and its absence is evidence as well.
  const signed = await call('logCheckpoint', {});
  const content = {
    what: 'khara/evidence/1',
    at: new Date(at).toISOString(),
    page: location.origin,
    knew: keptLog(),
    now: signed.ok ? signed.data : null,
    verdict,
  };
  const text = JSON.stringify(
    content,
    (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
    2,
  );
  saveFile(
    new Blob([text], { type: 'application/json' }),
    `khara-evidence-${new Date(at).toISOString().slice(0, 19)}.json`,
  );
}
