import { AUTHENTICATORS, DEVICES, PASSKEYS, SECRETS, SESSIONS } from '#modules/accounts/index.ts';
import { ARTICLES } from '#modules/articles/index.ts';
import { BANNERS, BANNERS_DOWN, FIXED_TEXT_VERSIONS } from '#modules/config/index.ts';
import { OFFERINGS } from '#modules/offerings/index.ts';
import { IDENTITY_CHECKS } from '#modules/kyc/index.ts';
import {
  hashOfRow,
  ownerOf,
  recordedRows,
  recordsOfType,
  type RecordedTable,
  type RowRecord,
} from '#modules/ledger/index.ts';
import { BASKETS, ORDER_RUNS, OWN_LIMITS, REGULAR_PURCHASES, TRIGGERS } from '#modules/orders/index.ts';
import { PROGRAM_KEYS, PROGRAM_LOGINS } from '#modules/programs/index.ts';
import { CORPORATE_ACTIONS, DAY_PAPERS, OFFER_OUTCOMES } from '#modules/market/index.ts';
import { BANK_ACCOUNTS, RECHARGES, WITHDRAWAL_TARGETS } from '#modules/wallet/index.ts';
import type { Queryable } from '#src/ports/database.ts';
import { finding, type Check, type Finding } from './finding.ts';

/** Tables whose every row has a record with its hash, by the name of the check. */
const TABLES: Readonly<Record<string, RecordedTable>> = {
  accounts_recorded: SECRETS,
  sessions_recorded: SESSIONS,
  devices_recorded: DEVICES,
  program_logins_recorded: PROGRAM_LOGINS,
  passkeys_recorded: PASSKEYS,
  program_keys_recorded: PROGRAM_KEYS,
  own_limits_recorded: OWN_LIMITS,
  baskets_recorded: BASKETS,
  regular_purchases_recorded: REGULAR_PURCHASES,
  order_runs_recorded: ORDER_RUNS,
  triggers_recorded: TRIGGERS,
  authenticators_recorded: AUTHENTICATORS,
  bank_accounts_recorded: BANK_ACCOUNTS,
  recharges_recorded: RECHARGES,
  withdrawal_targets_recorded: WITHDRAWAL_TARGETS,
  identity_checks_recorded: IDENTITY_CHECKS,
  offerings_recorded: OFFERINGS,
  corporate_actions_recorded: CORPORATE_ACTIONS,
  offer_outcomes_recorded: OFFER_OUTCOMES,
  day_papers_recorded: DAY_PAPERS,
  articles_recorded: ARTICLES,
  banners_recorded: BANNERS,
  banners_down_recorded: BANNERS_DOWN,
  fixed_texts_recorded: FIXED_TEXT_VERSIONS,
};

/** Tables whose rows end by themselves: a record without its row is what became of each. */
const COME_AND_GO: ReadonlySet<RecordedTable> = new Set([SESSIONS, PROGRAM_LOGINS]);

/** Each row has a record, its newest record has its hash, and no record is without its row. */
export const verifyRecordedRows: Check = async (tx) => {
  const erased = await erasedMembers(tx);
  const found: Finding[] = [];
  for (const [name, table] of Object.entries(TABLES)) found.push(await verifyTable(tx, name, table, erased));
  return found;
};

/** Members whose data the log says were erased: their salt is gone, and their rows have no owner. */
export async function erasedMembers(db: Queryable): Promise<ReadonlySet<string>> {
  const records = await recordsOfType(db, 'account.erased');
  return new Set(records.flatMap(({ ref }) => ref ?? []));
}

async function verifyTable(
  tx: Queryable,
  name: string,
  of: RecordedTable,
  erased: ReadonlySet<string>,
): Promise<Finding> {
  const found = finding(name);
  const newest = new Map<string, RowRecord>();
  for (const { json } of await recordsOfType(tx, of.type)) {
    const record = JSON.parse(json) as RowRecord; // written by recordRow
    newest.set(record.id, record);
  }
  for (const row of await recordedRows(tx, of)) {
    const { id, member, salt } = row;
    const record = newest.get(id);
    newest.delete(id);
    if (!record) found.add(`${of.type} ${id} has no record in the log`);
    else if (record.owner !== ownerOf(member).owner) found.add(`${of.type} ${id} is not its owner's in the log`);
    else if (member !== null && erased.has(member)) {
      if (salt !== null) found.add(`${of.type} ${id} is erased by the log, and its salt is there`);
    } else if (of.member !== undefined && salt === null) {
      found.add(`${of.type} ${id} has no salt, and the log knows of no erasure`);
    } else if (record.row !== hashOfRow(of, row)) found.add(`${of.type} ${id} is not what the log says`);
  }
  for (const [id, { row, owner }] of newest) {
    const isErased = owner !== undefined && erased.has(owner.slice('u:'.length));
    if (row !== null && !isErased && !COME_AND_GO.has(of)) found.add(`the log has ${of.type} ${id}, which is gone`);
  }
  return found.end();
}
