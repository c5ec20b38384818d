import type { Queryable, Tx } from '#src/ports/database.ts';

/** The module's SQL. It reads across the tables of all modules on purpose: what it answers is everything. */

/**
 * What is kept of a member, by name. Secrets (hashes of passwords and tokens, keys) and encrypted bytes are left out: they say nothing of the member. Each
 * query takes the member's id.
 */
const KEPT: Readonly<Record<string, string>> = {
  account: `select id, phone, nickname, language, invite_code, invited_by, kyc_status, kyc_name, created_at, withdrawals_from, erases_at
            from accounts.member where id = $1`,
  sessions: `select id, user_agent, address, created_at, last_seen_at, ended_at, end_reason from accounts.session where member_id = $1 order by created_at`,
  passkeys: `select id, name, rp_id, created_at, last_used_at from accounts.passkey where member_id = $1 order by created_at`,
  secondFactor: `select created_at, confirmed_at from accounts.totp where member_id = $1`,
  accessLog: `select actor, action, reason, at from accounts.access where member_id = $1 order by id`,
  pictures: `select id, purpose, bytes, at, delete_at from pictures.picture where member_id = $1 and wrapped_key is not null order by at`,
  identityChecks: `select name, last_four, status, reason, submitted_at, decided_at, decided_by from kyc.application where member_id = $1 order by id`,
  notices: `select category, key, params, announcement_id, link, at, read_at, cleared_at from notices.notice where member_id = $1 order by id`,
  customerService: `select sender, text, picture_id, at, read_at from support.message where member_id = $1 order by id`,
  ballots: `select vote_id, option_id, at from content.ballot where member_id = $1`,
  watchlist: `select code, at_ms from market.watch where user_id = $1 order by at_ms`,
  moreWatchlists: `select name, codes, at_ms from market.watchlist where user_id = $1 order by id`,
  alerts: `select code, condition, price_paise, created_ms, met_ms, met_paise from market.alert where user_id = $1 order by id`,
  bankAccounts: `select id, channel, last_four, holder_name, ifsc, bank_name, branch_name, at, deleted_at from wallet.bank_account where member_id = $1 order by at`,
  recharges: `select order_number, currency, channel, amount, status, reason, request_id, at, updated_at from wallet.recharge where member_id = $1 order by id`,
  withdrawals: `select order_number, currency, channel, shown_to, amount, fee, tax, status, reason, at, passed_at, paid_at, ended_at
                from wallet.withdrawal where member_id = $1 order by id`,
  creditEvents: `select rule, points, about, facts, at, expires_at, ended_at, end_reason from credit.event where member_id = $1 order by at`,
  creditAppeals: `select to_jsonb(a) - 'member_id' as appeal from credit.appeal a where member_id = $1`,
  orders: `select to_jsonb(o) - 'account_key' as "order" from trading."order" o where user_id = $1 order by id`,
  fills: `select to_jsonb(f) as fill from trading.fill f where user_id = $1 order by id`,
  positions: `select to_jsonb(p) as position from trading.position p where user_id = $1 order by id`,
  applications: `select to_jsonb(a) - 'who' || jsonb_build_object('who', encode(a.who, 'hex')) as application from offerings.application a where user_id = $1 order by id`,
  ledgerEntries: `select e.id, e.uid, e.kind, e.ref, e.actor, e.mdate, e.at_ms, encode(e.salt, 'hex') as salt, encode(e.leaf, 'hex') as leaf,
                    (select json_agg(json_build_object('owner', a.owner, 'asset', p.asset, 'code', a.code, 'amount', p.amount, 'after', p.after,
                       'seq', p.seq, 'prev', encode(p.prev, 'hex')) order by p.line)
                     from ledger.posting p join ledger.account a on a.id = p.account_id where p.entry_id = e.id) as lines
                  from ledger.entry e
                  where e.id in (select p.entry_id from ledger.posting p join ledger.account a on a.id = p.account_id where a.owner = 'u:' || $1)
                  order by e.id`,
  requests: `select call, request_id, at_ms from trading.request where user_id = $1 order by at_ms`,
};

/** Everything that is kept of a member, as JSON text by name, on one view of the data. */
export async function everythingOf(db: Queryable, memberId: string): Promise<readonly (readonly [string, string])[]> {
  const parts: [string, string][] = [];
  for (const [name, query] of Object.entries(KEPT)) {
    const rows = await db.query<{ json: string }>(
      `privacy.${name}`,
      `select coalesce(json_agg(row_to_json(kept)), '[]')::text as json from (${query}) kept`,
      [memberId],
    );
    parts.push([name, rows[0]?.json ?? '[]']);
  }
  return parts;
}

export type AccessRow = {
  readonly id: bigint;
  readonly actor: string;
  readonly action: string;
  readonly reason: string;
  readonly at: bigint;
};

export const accessesOf = (
  db: Queryable,
  memberId: string,
  before: bigint | null,
  size: number,
): Promise<readonly AccessRow[]> =>
  db.query<AccessRow>(
    'privacy.accesses',
    `select id, actor, action, reason, at from accounts.access where member_id = $1 and ($2::bigint is null or id < $2)
     order by id desc limit $3`,
    [memberId, before, size],
  );

/** Marks an account to be erased, if it is empty. The same again keeps the first instant. */
export async function beginClosing(tx: Tx, memberId: string, erasesAt: number): Promise<number | undefined> {
  const rows = await tx.query<{ erases_at: bigint }>(
    'privacy.begin_closing',
    `update accounts.member set erases_at = coalesce(erases_at, $2) where id = $1 and accounts.is_empty($1) returning erases_at`,
    [memberId, erasesAt],
  );
  return rows[0] && Number(rows[0].erases_at);
}

export async function stopClosing(db: Queryable, memberId: string): Promise<void> {
  await db.query(
    'privacy.stop_closing',
    'update accounts.member set erases_at = null where id = $1 and erased_at is null',
    [memberId],
  );
}

export async function erasesAt(db: Queryable, memberId: string): Promise<number | null> {
  const rows = await db.query<{ erases_at: bigint | null }>(
    'privacy.erases_at',
    'select erases_at from accounts.member where id = $1',
    [memberId],
  );
  const at = rows[0]?.erases_at ?? null;
  return at === null ? null : Number(at);
}

/** Accounts whose time has come, locked; one that is not empty any more is kept. Answers the hashes of sessions' tokens that end, in hex. */
export async function eraseDue(tx: Tx, now: number): Promise<readonly string[]> {
  const due = await tx.query<{ id: string; empty: boolean }>(
    'privacy.due',
    `select id, accounts.is_empty(id) as empty from accounts.member
     where erases_at <= $1 and erased_at is null order by erases_at limit 20 for update skip locked`,
    [now],
  );
  const ended: string[] = [];
  for (const { id, empty } of due) {
    if (!empty) {
      await stopClosing(tx, id);
      continue;
    }
    const tokens = await tx.query<{ token_hash: Buffer }>(
      'privacy.tokens',
      'select token_hash from accounts.session where member_id = $1 and ended_at is null',
      [id],
    );
    ended.push(...tokens.map(({ token_hash: hash }) => hash.toString('hex')));
    await tx.query('privacy.erase', 'select accounts.erase($1, $2)', [id, now]);
  }
  return ended;
}
