import {
  AUTHENTICATORS,
  DEVICES,
  KEPT_IDENTITIES,
  KEPT_IDENTITY_MS,
  PASSKEYS,
  SECRETS,
  SESSIONS,
} from '#modules/accounts/index.ts';
import { ASSISTANT_ACTS } from '#modules/assistants/index.ts';
import { ARTICLES } from '#modules/articles/index.ts';
import { CLASS_ROOMS, CLASS_SEATS } from '#modules/classes/index.ts';
import { OFFER_APPLICATIONS } from '#modules/corporate/index.ts';
import { BANNERS, BANNERS_DOWN, FIXED_TEXT_VERSIONS } from '#modules/config/index.ts';
import { ACCESS, APPLICATIONS, OFFERINGS } from '#modules/offerings/index.ts';
import { IDENTITY_CHECKS } from '#modules/kyc/index.ts';
import {
  hashOfRow,
  ownerField,
  recordedRows,
  recordsOfType,
  type RecordedTable,
  type RowRecord,
} from '#modules/ledger/index.ts';
import { BASKETS, ORDER_RUNS, REGULAR_PURCHASES, TRIGGERS } from '#modules/standing/index.ts';
import { ORDER_NOTES, REFUSED_ORDERS } from '#modules/orders/index.ts';
import { OWN_LIMITS } from '#modules/own-limits/index.ts';
import { PICTURES } from '#modules/pictures/index.ts';
import { MESSAGES } from '#modules/support/index.ts';
import { APPEALS, SIGNALS } from '#modules/credit/index.ts';
import { PROGRAM_KEYS, PROGRAM_LOGINS } from '#modules/programs/index.ts';
import { CORPORATE_ACTIONS, DAY_PAPERS, OFFER_OUTCOMES } from '#modules/market/index.ts';
import { BANK_ACCOUNTS, CONVERSIONS, RECHARGES, WITHDRAWAL_TARGETS } from '#modules/wallet/index.ts';
import type { Queryable } from '#src/ports/database.ts';
import { finding, type Check, type Finding } from './finding.ts';
import { DAY_MS } from '@khara/rules';

/** Tables whose every row has a record with its hash, by the name of the check. */
export const TABLES: Readonly<Record<string, RecordedTable>> = {
  accounts_recorded: SECRETS,
  sessions_recorded: SESSIONS,
  devices_recorded: DEVICES,
  program_logins_recorded: PROGRAM_LOGINS,
  passkeys_recorded: PASSKEYS,
  program_keys_recorded: PROGRAM_KEYS,
  kept_identities_recorded: KEPT_IDENTITIES,
  own_limits_recorded: OWN_LIMITS,
  baskets_recorded: BASKETS,
  regular_purchases_recorded: REGULAR_PURCHASES,
  order_runs_recorded: ORDER_RUNS,
  triggers_recorded: TRIGGERS,
  order_notes_recorded: ORDER_NOTES,
  refused_orders_recorded: REFUSED_ORDERS,
  assistant_acts_recorded: ASSISTANT_ACTS,
  authenticators_recorded: AUTHENTICATORS,
  bank_accounts_recorded: BANK_ACCOUNTS,
  recharges_recorded: RECHARGES,
  withdrawal_targets_recorded: WITHDRAWAL_TARGETS,
  identity_checks_recorded: IDENTITY_CHECKS,
  offerings_recorded: OFFERINGS,
  offering_access_recorded: ACCESS,
  applications_recorded: APPLICATIONS,
  offer_applications_recorded: OFFER_APPLICATIONS,
  conversions_recorded: CONVERSIONS,
  pictures_recorded: PICTURES,
  classes_recorded: CLASS_ROOMS,
  class_seats_recorded: CLASS_SEATS,
  messages_recorded: MESSAGES,
  score_signals_recorded: SIGNALS,
  appeals_made_recorded: APPEALS,
  corporate_actions_recorded: CORPORATE_ACTIONS,
  offer_outcomes_recorded: OFFER_OUTCOMES,
  day_papers_recorded: DAY_PAPERS,
  articles_recorded: ARTICLES,
  banners_recorded: BANNERS,
  banners_down_recorded: BANNERS_DOWN,
  fixed_texts_recorded: FIXED_TEXT_VERSIONS,
};

/**
 * Tables whose rows end by themselves when they are so old, in ms: from then on a record without its row is what became
 * of it.
 */
const COME_AND_GO: ReadonlyMap<RecordedTable, number> = new Map([
  [SESSIONS, 0],
  [PROGRAM_LOGINS, 0],
  [KEPT_IDENTITIES, KEPT_IDENTITY_MS],
  [SIGNALS, DAY_MS],
  [REFUSED_ORDERS, 90 * DAY_MS],
  [ASSISTANT_ACTS, 90 * DAY_MS],
]);

/** Each row has a record, its newest record has its hash, and no record is without its row. */
export const verifyRecordedRows: Check = async (tx) => {
  const erased = await erasedMembers(tx);
  // By the log's own clock: a directory may be looked at long after its server was stopped.
  const [newest] = await tx.query<{ at: number | undefined }>(
    'verify.newest_record',
    'SELECT max(at_ms) AS at FROM ledger.record',
  );
  const now = Number(newest?.at ?? 0);
  const found: Finding[] = [];
  for (const [name, table] of Object.entries(TABLES)) found.push(await verifyTable(tx, name, table, { erased, now }));
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
  { erased, now }: { readonly erased: ReadonlySet<string>; readonly now: number },
): Promise<Finding> {
  const found = finding(name);
  const newest = new Map<string, RowRecord & { readonly at: number }>();
  for (const { json, at } of await recordsOfType(tx, of.type)) {
    const record = JSON.parse(json) as RowRecord; // written by recordRow
    newest.set(record.id, { ...record, at });
  }
  for (const row of await recordedRows(tx, of)) {
    const { id, member, salt } = row;
    const record = newest.get(id);
    newest.delete(id);
    if (!record) found.add(`${of.type} ${id} has no record in the log`);
    else if (record.owner !== ownerField(member).owner) found.add(`${of.type} ${id} is not its owner's in the log`);
    else if (member !== undefined && erased.has(member)) {
      if (salt !== undefined) found.add(`${of.type} ${id} is erased by the log, and its salt is there`);
    } else if (of.member !== undefined && salt === undefined) {
      found.add(`${of.type} ${id} has no salt, and the log knows of no erasure`);
    } else if (record.row !== hashOfRow(of, row)) found.add(`${of.type} ${id} is not what the log says`);
  }
  const over = now - (COME_AND_GO.get(of) ?? Infinity);
  for (const [id, { row, owner, at }] of newest) {
    const isErased = owner !== undefined && erased.has(owner.slice('u:'.length));
    if (row !== null && !isErased && at > over) found.add(`the log has ${of.type} ${id}, which is gone`);
  }
  return found.end();
}
