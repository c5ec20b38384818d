import { RULES, RULES_VERSION, THRESHOLD } from '@khara/credit';
import * as ledger from '#modules/ledger/index.ts';
import type { Db } from '#src/ports/database.ts';

/** Writes the rules in force into the log, once per version: from then on any reader can compare them. */
export async function recordRules(db: Db): Promise<void> {
  await ledger.appendRecord(db, {
    type: 'score.rules',
    json: JSON.stringify({ version: RULES_VERSION, threshold: THRESHOLD, rules: RULES }),
    ref: RULES_VERSION,
  });
}
