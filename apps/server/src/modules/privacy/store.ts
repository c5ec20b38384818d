import { forgetIdentities, keepIdentities, SECRETS } from '#modules/accounts/index.ts';
import { changeRecorded, expectRecord } from '#modules/ledger/index.ts';
import {
  type FillRow,
  type NotedShort,
  ownFills,
  ownOf,
  SIGNED_POSITIONS,
  SIGNED_SHORTS,
  type SignedPosition,
} from '#modules/orders/index.ts';
import { isLimited } from '#modules/own-limits/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import type { Signed } from '#src/security/row-mac.ts';

/** The module's SQL. It reads across the tables of all modules on purpose: what it answers is everything. */

/**
 * What is kept of a member, by name. Secrets (hashes of passwords and tokens, keys) and encrypted bytes are
 * left out: they say nothing of the member. Each query takes the member's id.
 */
const KEPT: Readonly<Record<string, string>> = {
  account: `SELECT id, phone, nickname, language, invite_code, invited_by, kyc_status, kyc_name, created_at, withdrawals_from, erases_at
            FROM accounts.member WHERE id = $1`,
  sessions: `SELECT id, user_agent, address, created_at, last_seen_at, ended_at, end_reason FROM accounts.session WHERE member_id = $1 ORDER BY created_at`,
  passkeys: `SELECT id, name, rp_id, created_at, last_used_at FROM accounts.passkey WHERE member_id = $1 ORDER BY created_at`,
  programKeys: `SELECT id, name, scope, redirect, postback, addresses, created_at, expires_at, last_used_at, last_address, ended_at, end_reason
            FROM accounts.program_key WHERE member_id = $1 AND client_hash IS NULL ORDER BY created_at`,
  assistants: `SELECT id, name, scope, day_paise, day_orders, asks, created_at, expires_at, last_used_at, last_address, ended_at, end_reason
            FROM accounts.program_key WHERE member_id = $1 AND client_hash IS NOT NULL ORDER BY created_at`,
  secondFactor: `SELECT created_at, confirmed_at FROM accounts.totp WHERE member_id = $1`,
  accessLog: `SELECT actor, action, reason, at FROM accounts.access WHERE member_id = $1 ORDER BY id`,
  pictures: `SELECT id, purpose, bytes, at, delete_at FROM pictures.picture WHERE member_id = $1 AND wrapped_key IS NOT NULL ORDER BY at`,
  identityChecks: `SELECT name, last_four, status, reason, submitted_at, decided_at, decided_by FROM kyc.application WHERE member_id = $1 ORDER BY id`,
  notices: `SELECT category, key, params, announcement_id, link, at, read_at, cleared_at FROM notices.notice WHERE member_id = $1 ORDER BY at, id`,
  customerService: `SELECT sender, text, picture_id, at, read_at FROM support.message WHERE member_id = $1 ORDER BY id`,
  ballots: `SELECT vote_id, option_id, at FROM content.ballot WHERE member_id = $1`,
  watchlist: `SELECT code, at_ms FROM market.watch WHERE user_id = $1 ORDER BY at_ms`,
  moreWatchlists: `SELECT name, codes, at_ms FROM market.watchlist WHERE user_id = $1 ORDER BY id`,
  screens: `SELECT name, conditions, at_ms FROM market.screen WHERE user_id = $1 ORDER BY id`,
  drawings: `SELECT code, list, adjusted_until_ms, at_ms FROM market.drawings WHERE user_id = $1 AND list <> '[]' ORDER BY code`,
  alerts: `SELECT code, condition, price_paise, label, is_paused, created_ms, changed_ms, met_ms, met_paise FROM market.alert WHERE user_id = $1 ORDER BY id`,
  bankAccounts: `SELECT id, channel, last_four, holder_name, ifsc, bank_name, branch_name, at, deleted_at FROM wallet.bank_account WHERE member_id = $1 ORDER BY at`,
  recharges: `SELECT order_number, currency, channel, amount, status, reason, request_id, at, updated_at FROM wallet.recharge WHERE member_id = $1 ORDER BY id`,
  withdrawals: `SELECT order_number, currency, channel, shown_to, amount, fee, tax, status, reason, at, passed_at, paid_at, ended_at
                FROM wallet.withdrawal WHERE member_id = $1 ORDER BY id`,
  creditEvents: `SELECT rule, points, about, facts, at, expires_at, ended_at, end_reason FROM credit.event WHERE member_id = $1 ORDER BY at`,
  creditAppeals: `SELECT to_jsonb(a) - 'member_id' AS appeal FROM credit.appeal a WHERE member_id = $1`,
  orders: `SELECT to_jsonb(o) - 'account_key' - 'req' - 'mac' - 'fill_mac' AS "order" FROM trading."order" o WHERE user_id = $1 ORDER BY id`,
  refusedOrders: `SELECT to_jsonb(o) - 'req' AS "order" FROM trading.refused_order o WHERE user_id = $1 ORDER BY id`,
  assistantActs: `SELECT to_jsonb(a) AS act FROM trading.assistant_act a WHERE user_id = $1 ORDER BY id`,
  assistantReads: `SELECT to_jsonb(r) AS read FROM trading.assistant_read r WHERE user_id = $1 ORDER BY minute_ms`,
  orderNotes: `SELECT to_jsonb(n) AS note FROM trading.order_note n WHERE user_id = $1 ORDER BY order_id`,
  triggers: `SELECT to_jsonb(t) - 'account_key' - 'req' - 'terms' AS "trigger" FROM trading.price_trigger t WHERE user_id = $1 ORDER BY id`,
  baskets: `SELECT b.id, b.name, b.created_ms, b.changed_ms, b.removed_ms,
              (SELECT json_agg(to_jsonb(o) - 'basket_id' ORDER BY o.no) FROM trading.basket_order o WHERE o.basket_id = b.id) AS orders
            FROM trading.basket b WHERE b.user_id = $1 ORDER BY b.id`,
  regularPurchases: `SELECT to_jsonb(r) - 'account_key' - 'req' AS purchase FROM trading.regular_purchase r WHERE user_id = $1 ORDER BY id`,
  sentTogether: `SELECT r.id, r.basket_id, r.regular_id, r.due, r.name, r.state, r.reason, r.at_ms,
                   (SELECT json_agg(to_jsonb(l) - 'run_id' ORDER BY l.no) FROM trading.order_run_line l WHERE l.run_id = r.id) AS orders
                 FROM trading.order_run r WHERE r.user_id = $1 ORDER BY r.id`,
  limits: `SELECT to_jsonb(l) AS "limit" FROM trading.own_limit l WHERE user_id = $1 ORDER BY id`,
  limitsKeptSince: `SELECT at FROM accounts.kept_identity WHERE member_id = $1 ORDER BY id`,
  entitlements: `SELECT to_jsonb(e) - 'user_id' AS entitlement FROM trading.entitlement e WHERE user_id = $1 ORDER BY at_ms, action_id`,
  positionAdjustments: `SELECT to_jsonb(a) - 'user_id' AS adjustment FROM trading.position_adjustment a WHERE user_id = $1 ORDER BY at_ms, action_id`,
  demergedHoldings: `SELECT to_jsonb(h) - 'user_id' AS holding FROM trading.demerged_holding h WHERE user_id = $1 ORDER BY action_id`,
  holderOffers: `SELECT to_jsonb(a) - 'req' AS application FROM trading.offer_application a WHERE user_id = $1 ORDER BY id`,
  lapsedEntitlements: `SELECT to_jsonb(l) AS lapsed FROM trading.lapsed_entitlement l WHERE user_id = $1 ORDER BY at_ms`,
  applications: `SELECT to_jsonb(a) - 'who' || jsonb_build_object('who', encode(a.who, 'hex')) AS application FROM offerings.application a WHERE user_id = $1 ORDER BY id`,
  ledgerEntries: `SELECT e.id, e.uid, e.kind, e.ref, e.actor, e.mdate, e.at_ms, encode(e.salt, 'hex') AS salt, encode(e.leaf, 'hex') AS leaf,
                    (SELECT json_agg(json_build_object('owner', p.owner, 'asset', p.asset, 'code', p.code, 'amount', p.amount, 'after', p.after,
                       'seq', p.seq, 'prev', encode(p.prev, 'hex')) ORDER BY p.line)
                     FROM ledger.posting p WHERE p.entry_id = e.id) AS lines
                  FROM ledger.entry e
                  WHERE e.person = (SELECT p.id FROM ledger.person p WHERE p.owner = 'u:' || $1)
                  ORDER BY e.id`,
  classes: `SELECT code, name, seats, start_paise, missions, ends_on, opened_ms, ended_ms FROM classes.room WHERE owner_id = $1 ORDER BY opened_ms`,
  classSeat: `SELECT s.no, s.moved_ms, r.name, r.ends_on FROM classes.seat s JOIN classes.room r ON r.id = s.room_id WHERE s.member_id = $1`,
  requests: `SELECT call, request_id, at_ms FROM trading.request WHERE user_id = $1 ORDER BY at_ms`,
};

type OwnRow<Row> = Row & { readonly json: string };

/** Reads rows of a member with their JSON text, of which `own` leaves those that a server wrote. */
const readOwn =
  <Row>(sql: string, own: (db: Queryable, rows: readonly OwnRow<Row>[]) => readonly OwnRow<Row>[]) =>
  async (db: Queryable, name: string, memberId: string): Promise<readonly string[]> =>
    own(db, await db.query<OwnRow<Row>>(name, sql, [memberId])).map(({ json }) => json);

/** What is kept beside, in rows of which only those that a server wrote are the member's. */
const KEPT_OWN = {
  fills: readOwn<FillRow>(
    `SELECT f.*, jsonb_build_object('fill', to_jsonb(f) - 'mac')::text AS json FROM trading.fill f WHERE user_id = $1 ORDER BY id`,
    (db, rows) => ownFills(db.ownKeys(), rows),
  ),
  positions: readOwn<SignedPosition>(
    `SELECT p.*, jsonb_build_object('position', to_jsonb(p) - 'mac')::text AS json FROM trading.position p WHERE user_id = $1 ORDER BY id`,
    (db, rows) => ownOf(db, SIGNED_POSITIONS, rows),
  ),
  shortDeliveries: readOwn<Signed<NotedShort>>(
    `SELECT s.*, jsonb_build_object('delivery', to_jsonb(s) - 'user_id' - 'mac')::text AS json FROM trading.short_delivery s
     WHERE user_id = $1 ORDER BY settles_on, code`,
    (db, rows) => ownOf(db, SIGNED_SHORTS, rows),
  ),
};

/** Everything that is kept of a member, as JSON text by name, on one view of the data. */
export async function readEverything(db: Queryable, memberId: string): Promise<readonly (readonly [string, string])[]> {
  const parts: [string, string][] = [];
  for (const [name, query] of Object.entries(KEPT)) {
    const rows = await db.query<{ json: string }>(
      `privacy.${name}`,
      `SELECT coalesce(json_agg(row_to_json(kept)), '[]')::text AS json FROM (${query}) kept`,
      [memberId],
    );
    parts.push([name, rows[0]?.json ?? '[]']);
  }
  for (const [name, read] of Object.entries(KEPT_OWN)) {
    parts.push([name, `[${(await read(db, `privacy.${name}`, memberId)).join(',')}]`]);
  }
  return parts;
}

export const listAccesses = (db: Queryable, memberId: string, before: bigint | null, size: number) =>
  db.query<{
    readonly id: bigint;
    readonly actor: string;
    readonly action: string;
    readonly reason: string;
    readonly at: number;
  }>(
    'privacy.accesses',
    `SELECT id, actor, action, reason, at FROM accounts.access WHERE member_id = $1 AND ($2::bigint IS NULL OR id < $2)
     ORDER BY id DESC LIMIT $3`,
    [memberId, before, size],
  );

/** Marks an account to be erased, if it may be closed. The same again keeps the first instant. */
export async function beginClosing(tx: Tx, memberId: string, erasesAt: number): Promise<number | undefined> {
  let at: number | undefined;
  await changeRecorded(tx, SECRETS, { id: memberId, act: 'closing' }, async () => {
    const rows = await tx.query<{ erasesAt: number }>(
      'privacy.begin_closing',
      `UPDATE accounts.member SET erases_at = coalesce(erases_at, $2) WHERE id = $1 AND accounts.may_close($1)
       RETURNING erases_at`,
      [memberId, erasesAt],
    );
    at = rows[0]?.erasesAt;
    return rows.length > 0;
  });
  return at;
}

export async function stopClosing(tx: Tx, memberId: string): Promise<void> {
  await changeRecorded(tx, SECRETS, { id: memberId, act: 'kept' }, async () => {
    const rows = await tx.query(
      'privacy.stop_closing',
      `UPDATE accounts.member SET erases_at = NULL WHERE id = $1 AND erased_at IS NULL AND erases_at IS NOT NULL
       RETURNING id`,
      [memberId],
    );
    return rows.length > 0;
  });
}

export async function erasesAt(db: Queryable, memberId: string): Promise<number | undefined> {
  const [row] = await db.query<{ erasesAt: number | undefined }>(
    'privacy.erases_at',
    'SELECT erases_at FROM accounts.member WHERE id = $1',
    [memberId],
  );
  return row?.erasesAt;
}

/** Accounts that one transaction closes, or erases, at most. */
export const AT_ONCE = 20;

/**
 * Closes practice accounts at once that their device has not signed in to since an instant, and whose
 * sessions were not used since, unless they are seats of a class that goes on, and those of classes that have
 * ended: with them ends what is personal. One with something under way waits. Answers how many. Safe to run
 * twice.
 */
export async function closeUnused(
  tx: Tx,
  { since, now }: { readonly since: number; readonly now: number },
): Promise<number> {
  const unused = await tx.query<{ id: string }>(
    'privacy.unused',
    `SELECT id FROM accounts.member m
     WHERE device_key IS NOT NULL AND erased_at IS NULL AND erases_at IS NULL AND (device_signed_in_at < $1
         AND NOT EXISTS (SELECT FROM accounts.session s WHERE s.member_id = m.id AND s.last_seen_at >= $1 AND s.ended_at IS NULL)
         AND NOT EXISTS (SELECT FROM classes.seat s JOIN classes.room r ON r.id = s.room_id WHERE s.member_id = m.id AND r.ended_ms IS NULL)
       OR id IN (SELECT s.member_id FROM classes.seat s JOIN classes.room r ON r.id = s.room_id WHERE r.ended_ms IS NOT NULL))
       AND accounts.may_close(id) ORDER BY device_signed_in_at LIMIT $2`,
    [since, AT_ONCE],
  );
  for (const { id } of unused) await beginClosing(tx, id, now);
  return unused.length;
}

/**
 * Accounts whose time has come, locked; one that may not be closed any more is kept. Answers how many were
 * looked at, and the hashes of sessions' tokens that end, in hex.
 */
export async function eraseDue(
  tx: Tx,
  deps: Pick<Deps, 'keys'>,
  now: number,
): Promise<{ readonly looked: number; readonly ended: readonly string[] }> {
  const due = await tx.query<{ id: string; mayClose: boolean; phone: string | undefined }>(
    'privacy.due',
    `SELECT id, accounts.may_close(id) AS may_close, phone FROM accounts.member
     WHERE erases_at <= $1 AND erased_at IS NULL ORDER BY erases_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
    [now, AT_ONCE],
  );
  const ended: string[] = [];
  for (const { id, mayClose, phone } of due) {
    if (!mayClose) {
      await stopClosing(tx, id);
      continue;
    }
    const tokens = await tx.query<{ tokenHash: Buffer }>(
      'privacy.tokens',
      'SELECT token_hash FROM accounts.session WHERE member_id = $1 AND ended_at IS NULL',
      [id],
    );
    ended.push(...tokens.map(({ tokenHash: hash }) => hash.toString('hex')));
    await keepLimits(tx, deps, { id, phone, at: now });
    expectRecord(tx, 'account.erased', { owner: `u:${id}`, at: now });
    await tx.query('privacy.erase', 'SELECT accounts.erase_member($1, $2)', [id, now]);
  }
  return { looked: due.length, ended };
}

/** Limits that a member set are not ended by closing: who comes back with the same number has them again. */
async function keepLimits(
  tx: Tx,
  deps: Pick<Deps, 'keys'>,
  { id, phone, at }: { readonly id: string; readonly phone: string | undefined; readonly at: number },
): Promise<void> {
  if (phone === undefined || !(await isLimited(tx, id))) return forgetIdentities(tx, id);
  const checked = await tx.query<{ numberHash: Buffer }>(
    'privacy.certified_number',
    `SELECT number_hash FROM kyc.application WHERE member_id = $1 AND status = 'certified' ORDER BY id DESC LIMIT 1`,
    [id],
  );
  const numbers = [{ phone }, ...checked.map(({ numberHash }) => ({ numberHash }))];
  await keepIdentities(tx, deps, { memberId: id, numbers, at });
}
