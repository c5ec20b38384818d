/*
 * What a person with the database's superuser password may try, each with the check of `npm run verify` that
 * has to name it. To add one, append a line to the list of its part. `tamperings.test.ts` runs each on a copy
 * of a database that has lived (`lived.ts`), with `npm run test:all`; `tampered.test.ts` runs one of each
 * part on one copy, with `npm test`.
 */

export type Tampering = {
  /** What is done, in a few words. */
  readonly name: string;
  /**
   * Statements, separated by a semicolon at a line's end. Rows are changed with every trigger and foreign key
   * out of the way.
   */
  readonly sql: string;
  /** Names of checks that have to find it; others may, too. */
  readonly found: readonly string[];
  /** It changes the catalogue and not rows: nothing is moved out of its way, and no row needs to be touched. */
  readonly ofCatalogue?: true;
  /** It changes what all databases of the server share: undone after the look, and never seen by another test. */
  readonly ofServer?: true;
};

/** The oldest row of something that a member owns. */
const ONE = 'LIMIT 1';

const LEDGER: readonly Tampering[] = [
  {
    name: 'a balance is raised',
    sql: `UPDATE ledger.account SET balance = balance + 100000 WHERE id = (SELECT min(id) FROM ledger.account WHERE code = 101)`,
    found: ['balance_matches_postings', 'account_balance'],
  },
  {
    name: 'a line of an account is taken out, and its balance made to fit',
    sql: `UPDATE ledger.account a SET balance = balance - p.amount, seq = a.seq - 1 FROM ledger.posting p
          WHERE p.person = a.person AND p.asset_id = a.asset_id AND p.code = a.code AND p.seq = a.seq AND a.code = 101 AND a.seq > 2 AND a.balance > p.amount;
          UPDATE ledger.entry e SET asset = trim_array(e.asset, 1), code = trim_array(e.code, 1), amount = trim_array(e.amount, 1),
            after = trim_array(e.after, 1), seq = trim_array(e.seq, 1), prev = substr(e.prev, 1, octet_length(e.prev) - 32)
          FROM ledger.posting p JOIN ledger.account a ON a.person = p.person AND a.asset_id = p.asset_id AND a.code = p.code
          WHERE p.entry_id = e.id AND p.seq > a.seq`,
    found: ['account_chain', 'entry_rules', 'entry_hash'],
  },
  {
    name: 'money that came in is called a dividend',
    sql: `UPDATE ledger.entry SET kind = 'dividend' WHERE kind = 'recharge'`,
    found: ['entry_rules', 'entry_hash'],
  },
  {
    name: 'a line of an entry is doubled',
    sql: `UPDATE ledger.entry SET amount[1] = amount[1] * 2 WHERE id = 3`,
    found: ['entry_hash', 'entry_rules'],
  },
  {
    name: 'an entry becomes another user’s',
    sql: `UPDATE ledger.entry SET person = (SELECT min(a.person) FROM ledger.account a WHERE a.person <> ledger.entry.person) WHERE id = 3`,
    found: ['entry_hash', 'account_chain'],
  },
  {
    name: 'the number of a user means another one',
    sql: `UPDATE ledger.person SET owner = 'u:another' WHERE id = (SELECT min(person) FROM ledger.account)`,
    found: ['entry_hash', 'entry_lines'],
  },
  {
    name: 'the number of an asset means another one',
    sql: `UPDATE ledger.asset SET name = 'EQ:ANOTHER' WHERE id = (SELECT min(asset_id) FROM ledger.account WHERE code = 120)`,
    found: ['entry_hash', 'entry_lines'],
  },
  {
    name: 'an entry says that more is owned after it',
    sql: `UPDATE ledger.entry SET owned[1] = owned[1] + 100 WHERE id = (SELECT min(id) FROM ledger.entry WHERE owned[1] IS NOT NULL)`,
    found: ['bill_gap'],
  },
  {
    name: 'a leaf of the log is another one',
    sql: `UPDATE ledger.tile SET hashes = overlay(hashes PLACING sha256('x') FROM 33 FOR 32) WHERE level = 0 AND idx = 0`,
    found: ['log_complete', 'checkpoint_tree'],
  },
  {
    name: 'an older checkpoint is gone',
    sql: `DELETE FROM ledger.checkpoint WHERE number = 2`,
    found: ['checkpoint_count'],
  },
  {
    name: 'an older checkpoint is gone, and the others are counted anew',
    sql: `DELETE FROM ledger.checkpoint WHERE number = 1;
          UPDATE ledger.checkpoint SET number = number - 1;
          WITH RECURSIVE c AS (
            SELECT number, sha256(decode(repeat('00', 32), 'hex') || convert_to(note, 'UTF8')) AS chain FROM ledger.checkpoint WHERE number = 1
            UNION ALL SELECT n.number, sha256(c.chain || convert_to(n.note, 'UTF8')) FROM c JOIN ledger.checkpoint n ON n.number = c.number + 1)
          UPDATE ledger.checkpoint p SET chain = c.chain FROM c WHERE c.number = p.number`,
    found: ['checkpoint_count'],
  },
  {
    name: 'a hold is released by hand',
    sql: `UPDATE ledger.hold SET released = amount - captured WHERE id = (SELECT id FROM ledger.hold WHERE captured + released < amount LIMIT 1)`,
    found: ['hold_matches_frozen'],
  },
];

const WALLET: readonly Tampering[] = [
  {
    name: 'a recharge says another amount',
    sql: `UPDATE wallet.recharge SET amount = amount + 1 WHERE order_number = (SELECT order_number FROM wallet.recharge ORDER BY 1 ${ONE})`,
    found: ['recharge_matches_ledger'],
  },
  {
    name: 'money that came in loses the report of its rail',
    sql: `DELETE FROM wallet.rail_report WHERE effect = 'credited'`,
    found: ['money_in_has_its_payment'],
  },
  {
    name: 'money that came in is none of the rail’s',
    sql: `DELETE FROM sandbox_rail.payment WHERE direction = 'in'`,
    found: ['money_in_has_its_payment'],
  },
  {
    name: 'a recharge is minted by the ledger’s own functions',
    sql: `INSERT INTO wallet.recharge (order_number, member_id, currency, channel, rail, amount, status, request_id, request_hash, at, updated_at, expires_at)
      SELECT 'RC-minted', id, 'INR', 'UPI', 'sandbox', 100000, 'passed', 'minted', sha256('x'), 1, 1, 2 FROM accounts.member WHERE kyc_status = 'certified' ${ONE};
      SELECT ledger.add_sources('rail_event', '{RC-minted}', '{recharge}', ARRAY['u:' || member_id], '{INR}', '{100000}', '{NULL}', '{NULL}', '2026-11-23')
      FROM wallet.recharge WHERE order_number = 'RC-minted';
      SELECT ledger.post(NULL, NULL, 'recharge', 'RC-minted', 'system', '2026-11-23', ARRAY['x', 'u:' || member_id], '{INR,INR}', '{301,101}',
        '{-100000,100000}') FROM wallet.recharge WHERE order_number = 'RC-minted'`,
    found: ['money_in_has_its_payment'],
  },
  {
    name: 'a payout went to the rail with another amount',
    sql: `UPDATE sandbox_rail.payment SET amount = amount + 1 WHERE direction = 'out'`,
    found: ['money_out_has_its_payment'],
  },
];

const TRADING: readonly Tampering[] = [
  {
    name: 'a fill is of more shares',
    sql: `UPDATE trading."order" SET filled_paise = filled_paise + 1 WHERE filled > 0`,
    found: ['order_fills'],
  },
  {
    name: 'a position cost less',
    sql: `UPDATE trading.position SET cost_paise = cost_paise - 100 WHERE quantity > 0`,
    found: ['position_cost'],
  },
  {
    name: 'a position cost less, and gained less',
    sql: `UPDATE trading.position SET cost_paise = cost_paise - 100, realised_paise = realised_paise - 100 WHERE quantity > 0`,
    found: ['position_cost'],
  },
  {
    name: 'orders may be sent again under old requests',
    sql: `DELETE FROM trading.request`,
    found: ['requests_kept'],
  },
  {
    name: 'shares were acquired a year earlier',
    sql: `UPDATE trading.lot SET acquired_on = acquired_on - 400 WHERE origin = 'buy'`,
    found: ['lots_of_fills'],
  },
  {
    name: 'shares cost more, in the report of taxes',
    sql: `UPDATE trading.lot SET cost_paise = cost_paise + 100 WHERE remaining > 0`,
    found: ['lots_of_fills'],
  },
  {
    name: 'what was sold had cost more, in the report of taxes',
    sql: `UPDATE trading.lot_sale SET cost_paise = cost_paise + 100`,
    found: ['lots_of_fills'],
  },
  {
    name: 'shares that were allotted are locked in for longer',
    sql: `UPDATE trading.lot SET locked_until = acquired_on + 900 WHERE origin = 'allotment'`,
    found: ['lots_of_fills'],
  },
  {
    name: 'shares of a bonus came earlier',
    sql: `UPDATE trading.lot SET acquired_on = acquired_on - 400 WHERE origin = 'bonus'`,
    found: ['lots_of_fills'],
  },
  {
    name: 'the limit of an order that filled is another',
    sql: `UPDATE trading."order" SET price_paise = price_paise + 5 WHERE filled > 0`,
    found: ['order_terms'],
  },
  {
    name: 'an order that filled was accepted at another time',
    sql: `UPDATE trading."order" SET accepted_ms = accepted_ms - 1000 WHERE filled > 0`,
    found: ['order_terms'],
  },
  {
    name: 'an order was accepted after it filled',
    sql: `UPDATE trading."order" SET market_time = market_date || 'T15:29:59+05:30' WHERE filled > 0 AND product = 'delivery'`,
    found: ['order_history'],
  },
  {
    name: 'steps of orders happened at another time',
    sql: `UPDATE trading.order_event SET at_ms = at_ms + 1000, market_time = left(market_time, 10) || 'T15:29:59+05:30' WHERE step = 'filled'`,
    found: ['order_history'],
  },
  {
    name: 'a fill is of another date',
    sql: `UPDATE trading.fill SET market_date = market_date - 1`,
    found: ['fill_dates'],
  },
  {
    name: 'what was bought settles a day earlier',
    sql: `UPDATE trading.settlement_due SET settles_on = settles_on - 1`,
    found: ['settlement_dates'],
  },
  {
    name: 'an order of a member is called one of the system',
    sql: `DELETE FROM trading.request WHERE order_id = (SELECT min(id) FROM trading."order" WHERE NOT by_system);
          UPDATE trading."order" SET by_system = true WHERE id = (SELECT min(id) FROM trading."order" WHERE NOT by_system)`,
    found: ['requests_kept'],
  },
  {
    name: 'withdrawals may be sent again under old requests',
    sql: `DELETE FROM wallet.request`,
    found: ['requests_kept'],
  },
  {
    name: 'applications may be sent again under old requests',
    sql: `DELETE FROM offerings.request`,
    found: ['requests_kept'],
  },
];

const OFFERINGS: readonly Tampering[] = [
  {
    name: 'the price of an open offering is halved',
    sql: `UPDATE offerings.offering SET price_paise = price_paise / 2 WHERE opened_ms IS NOT NULL`,
    found: ['offering_is_as_sealed', 'offerings_recorded'],
  },
  {
    name: 'an offering is of another company',
    sql: `UPDATE offerings.offering SET code = 'AAMRAI' WHERE kind = 'ipo' AND opened_ms IS NOT NULL`,
    found: ['offering_is_as_sealed', 'offerings_recorded'],
  },
  {
    name: 'cap, floor and issue price of an issue are halved',
    sql: `UPDATE offerings.offering SET cap_paise = cap_paise / 2, floor_paise = floor_paise / 2, issue_paise = issue_paise / 2 WHERE cap_paise IS NOT NULL`,
    found: ['offerings_recorded'],
  },
  {
    name: 'an offering gives more discount, and blocks less',
    sql: `UPDATE offerings.offering SET discount_bps = discount_bps + 500, upfront_bps = 1`,
    found: ['offerings_recorded'],
  },
  {
    name: 'more of an offering is reserved, and more applicants are made up',
    sql: `UPDATE offerings.offering SET reserved_shares = reserved_shares + 1000, demand_hundredths = 2 * demand_hundredths`,
    found: ['offerings_recorded'],
  },
  {
    name: 'an offering needs its key no more',
    sql: `UPDATE offerings.offering SET key_hash = NULL WHERE key_hash IS NOT NULL`,
    found: ['offerings_recorded'],
  },
  {
    name: 'an offering to come is listed on another day',
    sql: `UPDATE offerings.offering SET listing_date = listing_date + 1 WHERE opened_ms IS NULL`,
    found: ['offerings_recorded'],
  },
  {
    name: 'an offering draws with another round',
    sql: `UPDATE offerings.offering SET entropy_round = entropy_round + 1 WHERE opened_ms IS NOT NULL`,
    found: ['offering_open_hash', 'offering_is_as_sealed'],
  },
  {
    name: 'an application asked for more lots',
    sql: `UPDATE offerings.application SET lots = lots + 1 WHERE lots IS NOT NULL`,
    found: ['draws_run_again'],
  },
  {
    name: 'another seed was drawn with',
    sql: `UPDATE offerings.offering SET seed = sha256(seed) WHERE seed IS NOT NULL`,
    found: ['offering_is_as_sealed'],
  },
  {
    name: 'another application wins a lottery',
    sql: `UPDATE offerings.application SET allotted_shares = coalesce(allotted_shares, 0) + 1`,
    found: ['draws_run_again'],
  },
  {
    name: 'an application is charged more',
    sql: `UPDATE offerings.application SET charges_paise = charges_paise + 1`,
    found: ['application_charges', 'application_paid_in_ledger'],
  },
  {
    name: 'an application is given shares without a draw',
    sql: `UPDATE offerings.offering SET drawn_ms = NULL WHERE drawn_ms IS NOT NULL`,
    found: ['application_has_its_draw'],
  },
];

/** The second of the days that have closed. */
const DAY = `(SELECT min(market_day) + 1 FROM market.day)`;
const DATE = `(SELECT market_date FROM market.day WHERE market_day = ${DAY})`;
/** The last of them. */
const NEWEST = `(SELECT max(market_day) FROM market.day WHERE closed_ms IS NOT NULL)`;

const MARKET: readonly Tampering[] = (
  [
    [
      'a close is moved',
      `UPDATE market.candle_day SET close_paise = close_paise + tick_paise WHERE market_date = ${DATE}`,
      'day_candles',
      'day_carried',
      'day_closes',
    ],
    [
      'the newest close is moved, within what its trades allow',
      `UPDATE market.candle_day SET close_paise = close_paise + tick_paise
         WHERE close_from = 'average' AND close_paise < high_paise AND market_date = (SELECT market_date FROM market.day WHERE market_day = ${NEWEST})`,
      'day_candles',
      'day_carried',
    ],
    [
      'a high is raised',
      `UPDATE market.candle_day SET high_paise = high_paise + tick_paise WHERE volume > 0 AND market_date = ${DATE}`,
      'day_candles',
    ],
    [
      'minutes of a day are gone',
      `UPDATE market.candle_day SET minutes = NULL WHERE market_date = ${DATE}`,
      'day_minutes',
    ],
    [
      'minutes are swapped between shares',
      `UPDATE market.candle_day c SET minutes = o.minutes FROM market.candle_day o
         WHERE o.market_date = c.market_date AND o.code <> c.code AND c.minutes IS NOT NULL AND o.minutes IS NOT NULL AND c.market_date = ${DATE}`,
      'day_minutes',
    ],
    [
      'a past is doubled after its trades were taken away',
      `DELETE FROM market.trades WHERE market_day < ${NEWEST};
         UPDATE market.day SET head = NULL WHERE market_day < ${NEWEST};
         UPDATE market.candle_day SET open_paise = 2 * open_paise, high_paise = 2 * high_paise, low_paise = 2 * low_paise, last_paise = 2 * last_paise,
           close_paise = 2 * close_paise`,
      'day_trades',
      'day_head',
      'day_candles',
    ],
    [
      'trades of one half minute are gone',
      `DELETE FROM market.trades WHERE from_no = 1 AND market_day = ${DAY}`,
      'day_trades',
    ],
    ['no order log can be handed out', `UPDATE market.day SET head = NULL WHERE market_day = ${DAY}`, 'day_head'],
    [
      'what tomorrow begins with is changed',
      `UPDATE market.day SET participants = jsonb_set(participants, '{stocks,AAMRAI,value}', to_jsonb(((participants #>> '{stocks,AAMRAI,value}')::numeric * 1.05)::bigint))
         WHERE market_day = ${NEWEST}`,
      'day_carried',
    ],
    [
      'what an earlier day began with is changed',
      `UPDATE market.day SET participants = jsonb_set(participants, '{stocks,AAMRAI,value}', '1000') WHERE market_day = ${DAY}`,
      'day_carried',
      'day_closes',
    ],
    [
      'a dividend to come is made a hundred times as large',
      `UPDATE market.corporate_action SET per_share_paise = 100 * per_share_paise`,
      'day_carried',
    ],
    [
      'a bonus is planted',
      `INSERT INTO market.ex_date SELECT market_date + 300, 0 FROM market.day WHERE market_day = ${DAY};
         INSERT INTO market.corporate_action (id, code, kind, ex_date, announced_on, announced_ms, first, second)
         SELECT 'AAMRAI-planted', 'AAMRAI', 'bonus', market_date + 300, market_date, 0, 9, 1 FROM market.day WHERE market_day = ${DAY}`,
      'day_carried',
    ],
    [
      'orders of a closed day are in another place of it',
      `UPDATE trading.command SET applied_index = applied_index + 100 WHERE market_day < ${NEWEST}`,
      'day_orders',
    ],
    ['a closed day is forgotten', `DELETE FROM market.day WHERE market_day = ${NEWEST}`, 'day_trades'],
  ] as const
).map(([name, sql, ...found]): Tampering => ({ name, sql, found }));

/** Rows that the log has a record of: bindings, identities, decisions, permissions. */
const RECORDS: readonly Tampering[] = [
  {
    name: 'a bank account gets another number and holder',
    sql: `UPDATE wallet.bank_account SET number_hash = sha256(number_hash), last_four = '9999', holder_name = 'Another Person' WHERE deleted_at IS NULL`,
    found: ['bank_accounts_recorded'],
  },
  {
    name: 'a bank account is bound by hand, in the place of the one that was',
    sql: `UPDATE wallet.bank_account SET id = 'BA-by-hand' WHERE id = (SELECT id FROM wallet.bank_account ORDER BY at ${ONE})`,
    found: ['bank_accounts_recorded'],
  },
  {
    name: 'a withdrawal is redirected',
    sql: `UPDATE wallet.withdrawal SET target = 'elsewhere', shown_to = shown_to || '{"accountNumber": "XXXX XXXX 9999"}'`,
    found: ['withdrawal_targets_recorded'],
  },
  {
    name: 'an identity is certified by hand',
    sql: `UPDATE accounts.member SET kyc_status = 'certified', kyc_name = 'A Stranger' WHERE kyc_status = 'unauthenticated'`,
    found: ['identity_matches_checks'],
  },
  {
    name: 'an identity is certified by hand, with a check made up for it',
    sql: `INSERT INTO kyc.application (member_id, name, last_four, number_hash, front_id, back_id, status, submitted_at, decided_at, decided_by)
      SELECT m.id, 'A Stranger', '1111', sha256('x'), a.front_id, a.back_id, 'certified', 1, 2, 'sandbox' FROM accounts.member m, kyc.application a
      WHERE m.kyc_status = 'unauthenticated' ${ONE};
      UPDATE accounts.member m SET kyc_status = 'certified', kyc_name = 'A Stranger' FROM kyc.application a WHERE a.member_id = m.id AND a.name = 'A Stranger'`,
    found: ['identity_checks_recorded'],
  },
  {
    name: 'the name of an identity check is rewritten',
    sql: `UPDATE kyc.application SET name = 'Another Person'; 
      UPDATE accounts.member SET kyc_name = 'Another Person' WHERE kyc_status = 'certified'`,
    found: ['identity_checks_recorded'],
  },
  {
    name: 'a password is replaced',
    sql: `UPDATE accounts.member m SET password_hash = o.password_hash FROM accounts.member o WHERE o.id <> m.id`,
    found: ['accounts_recorded'],
  },
  {
    name: 'a transaction password is replaced',
    sql: `UPDATE accounts.member m SET transaction_password_hash = o.transaction_password_hash FROM accounts.member o WHERE o.id <> m.id`,
    found: ['accounts_recorded'],
  },
  {
    name: 'a passkey is added by hand',
    sql: `INSERT INTO accounts.passkey (id, member_id, credential_id, public_key, counter, transports, rp_id, name, created_at)
      SELECT 'PK-by-hand', id, 'by-hand', 'x', 0, '{}', 'localhost', 'mine', 1 FROM accounts.member WHERE erased_at IS NULL ${ONE}`,
    found: ['passkeys_recorded'],
  },
  {
    name: 'an authenticator is switched on by hand',
    sql: `INSERT INTO accounts.totp (member_id, key_id, wrapped_key, body, created_at, confirmed_at)
      SELECT id, 'v1', 'x', 'x', 1, 1 FROM accounts.member WHERE erased_at IS NULL ${ONE}`,
    found: ['authenticators_recorded'],
  },
  {
    name: 'a member is said to be erased',
    sql: `UPDATE accounts.member SET phone = NULL, log_salt = NULL, erased_at = 1 WHERE id = (SELECT min(id) FROM accounts.member WHERE erased_at IS NULL)`,
    found: ['erasures_recorded', 'accounts_recorded'],
  },
  {
    name: 'an event of the credit score is made up',
    sql: `INSERT INTO credit.event (id, member_id, rule, points, at, expires_at, about, facts)
      SELECT 'CE-by-hand', id, 'duplicate_identity', -60, 1, 9000000000000, 'nothing', '{}' FROM accounts.member ${ONE}`,
    found: ['score_events_recorded'],
  },
  {
    name: 'an event of the credit score counts longer',
    sql: `UPDATE credit.event SET expires_at = expires_at + 1`,
    found: ['score_events_recorded'],
  },
  {
    name: 'an event of the credit score is forgotten',
    sql: `DELETE FROM credit.event`,
    found: ['score_events_recorded'],
  },
  {
    name: 'an appeal that was upheld is declined',
    sql: `UPDATE credit.appeal SET state = 'declined'`,
    found: ['appeals_recorded', 'decided_by_two'],
  },
  {
    name: 'a rule of the credit score takes more',
    sql: `UPDATE credit.rule SET points = -100 WHERE id = 'payout_returned'`,
    found: ['score_rules'],
  },
  {
    name: 'the audit of the back office is emptied',
    sql: `DELETE FROM console.audit`,
    found: ['audit_recorded'],
  },
  {
    name: 'a line of the audit is another person’s',
    sql: `UPDATE console.audit SET actor = 'S3' WHERE actor = 'S2'`,
    found: ['audit_recorded'],
  },
  {
    name: 'the access log of members is emptied',
    sql: `DELETE FROM accounts.access`,
    found: ['access_recorded'],
  },
  {
    name: 'the maker of a request is rewritten',
    sql: `UPDATE console.request SET maker = 'S3' WHERE id = (SELECT max(id) FROM console.request WHERE state = 'carried_out')`,
    found: ['requests_recorded'],
  },
  {
    name: 'what a request asked for is rewritten',
    sql: `UPDATE console.request SET payload = '{"approve": false}' WHERE action = 'identity.decide'`,
    found: ['requests_recorded', 'decided_by_two'],
  },
  {
    name: 'a decision about money is made up',
    sql: `UPDATE wallet.decision SET maker = 'S3' WHERE maker = 'S1'`,
    found: ['decided_by_two'],
  },
  {
    name: 'a member is to be erased, by hand',
    sql: `UPDATE accounts.member SET erases_at = 1 WHERE erased_at IS NULL`,
    found: ['accounts_recorded'],
  },
  {
    name: 'a member was invited by another',
    sql: `UPDATE accounts.member m SET invited_by = o.id FROM accounts.member o WHERE o.id <> m.id AND m.erased_at IS NULL`,
    found: ['accounts_recorded'],
  },
  {
    name: 'a session in which the transaction password is remembered is planted',
    sql: `INSERT INTO accounts.session (id, member_id, token_hash, user_agent, address, created_at, last_seen_at, transaction_password_until)
      SELECT 'planted', id, sha256('x'), '', '', 1, 1, 9000000000000 FROM accounts.member WHERE erased_at IS NULL ${ONE}`,
    found: ['remembered_passwords_recorded'],
  },
  {
    name: 'a session remembers the transaction password for longer',
    sql: `UPDATE accounts.session SET transaction_password_until = transaction_password_until + 1 WHERE transaction_password_until IS NOT NULL`,
    found: ['remembered_passwords_recorded'],
  },
  {
    name: 'a session of the back office is planted',
    sql: `INSERT INTO console.session (token_hash, staff, created_at, last_seen_at) VALUES (sha256('x'), 'S2', 1, 1)`,
    found: ['staff_sessions_recorded'],
  },
  {
    name: 'a session of the back office is another person’s',
    sql: `UPDATE console.session SET staff = 'S3' WHERE staff = 'S2'`,
    found: ['staff_sessions_recorded'],
  },
  {
    name: 'a person joins the back office by hand',
    sql: `INSERT INTO console.staff (number, name, password_hash, created_at) VALUES ('S9', 'mallory', 'x', 1)`,
    found: ['staff_recorded'],
  },
  {
    name: 'the password of a person of the back office is replaced',
    sql: `UPDATE console.staff SET password_hash = 'x' WHERE number = 'S1'`,
    found: ['staff_recorded'],
  },
  {
    name: 'a second factor of a person of the back office is made up',
    sql: `INSERT INTO console.second_factor (staff, key_id, wrapped_key, body, confirmed_at) VALUES ('S2', 'v1', 'x', 'x', 1)`,
    found: ['staff_factors_recorded'],
  },
  {
    name: 'the second factor of a person of the back office is taken away',
    sql: `UPDATE console.second_factor SET key_id = NULL, wrapped_key = NULL, body = NULL, confirmed_at = NULL`,
    found: ['staff_factors_recorded'],
  },
  {
    name: 'a recovery code of a person of the back office is replaced',
    sql: `UPDATE console.recovery_code SET hash = '$argon2id$mine'`,
    found: ['staff_factors_recorded'],
  },
  {
    name: 'a recovery code of a person of the back office counts once more',
    sql: `UPDATE console.recovery_code SET used_at = NULL WHERE used_at IS NOT NULL`,
    found: ['staff_factors_recorded'],
  },
  {
    name: 'a stop of the books is made up that has ended',
    sql: `INSERT INTO ledger.books_stop (check_name, violations, sample, at_ms, resumed_ms) VALUES ('asset_sum', 1, 'asset 1', 1, 2)`,
    found: ['books_stops_recorded'],
  },
  {
    name: 'a stop of the books that two people looked at is another finding’s',
    sql: `UPDATE ledger.books_stop SET sample = 'asset 2'`,
    found: ['books_stops_recorded'],
  },
  {
    name: 'the cause of a stop of the books is rewritten',
    sql: `UPDATE ledger.books_cause SET cause = 'Nothing was the matter.'`,
    found: ['books_stops_recorded'],
  },
  {
    name: 'an option of a vote gets another name',
    sql: `UPDATE content.vote_option SET names = jsonb_set(names, '{en}', '"Elsewhere"') WHERE place = 1`,
    found: ['votes_of_the_build'],
  },
  {
    name: 'a notice leads out of the app',
    sql: `UPDATE notices.notice SET link = 'https://elsewhere.example/' WHERE announcement_id IS NULL`,
    found: ['notice_links'],
  },
  {
    name: 'the notice of an announcement leads elsewhere',
    sql: `UPDATE notices.notice SET link = '/pages/elsewhere' WHERE announcement_id IS NOT NULL`,
    found: ['notice_links'],
  },
  {
    name: 'an article is rewritten',
    sql: `UPDATE content.article_text SET body = 'Send money to this account.' WHERE language = 'hi'`,
    found: ['articles_recorded', 'decided_by_two'],
  },
  {
    name: 'an article is made up',
    sql: `INSERT INTO content.article (id, category, source, at, seeded) VALUES ('by-hand', 'safety', 'khara', 1, 'x')`,
    found: ['articles_recorded'],
  },
  {
    name: 'an article that one person took down is shown again',
    sql: `UPDATE content.article SET published = true WHERE id = 'withdrawn'`,
    found: ['articles_recorded'],
  },
  {
    name: 'a banner leads elsewhere',
    sql: `UPDATE content.banner SET link = '/pages/elsewhere'`,
    found: ['banners_recorded', 'decided_by_two'],
  },
  {
    name: 'a banner that two people agreed to is gone',
    sql: `DELETE FROM content.banner WHERE id = 'proofs'`,
    found: ['banners_recorded', 'decided_by_two'],
  },
  {
    name: 'a banner is made up, with a request for it',
    sql: `INSERT INTO console.request (action, subject, payload, reason, maker, at, state, checker, decision_reason, decided_at, carried_at)
      SELECT action, 'made-up', payload, reason, maker, at, state, checker, decision_reason, decided_at, carried_at
      FROM console.request WHERE action = 'banner.publish' AND subject = 'proofs';
      INSERT INTO content.banner (request_id, id, image, link, place, shown, texts, maker, checker, at)
      SELECT r.id, r.subject, b.image, b.link, b.place, b.shown, b.texts, b.maker, b.checker, b.at
      FROM console.request r, content.banner b WHERE r.subject = 'made-up' AND b.id = 'proofs'`,
    found: ['banners_recorded', 'requests_recorded'],
  },
  {
    name: 'a banner that was taken down is shown again',
    sql: `DELETE FROM content.banner_down`,
    found: ['banners_down_recorded'],
  },
  {
    name: 'a banner is taken down by hand',
    sql: `INSERT INTO content.banner_down (request_id, staff, at) SELECT request_id, 'S3', 1 FROM content.banner WHERE id = 'proofs'`,
    found: ['banners_down_recorded'],
  },
  {
    name: 'a fixed text says that Khara is registered',
    sql: `UPDATE content.fixed_text SET texts = jsonb_set(texts, '{en,body}', '"Khara is registered with SEBI."')`,
    found: ['fixed_texts_recorded', 'decided_by_two'],
  },
  {
    name: 'a version of a fixed text is made up, with a request for it',
    sql: `INSERT INTO console.request (action, subject, payload, reason, maker, at, state, checker, decision_reason, decided_at, carried_at)
      SELECT action, subject, jsonb_set(payload, '{text,texts,en,body}', '"Registered with SEBI."'), reason, maker, at, state, checker, decision_reason, decided_at,
        carried_at FROM console.request WHERE action = 'text.change';
      INSERT INTO content.fixed_text (id, version, texts, request_id, maker, checker, at)
      SELECT r.subject, 2, r.payload -> 'text' -> 'texts', r.id, r.maker, r.checker, r.at FROM console.request r ORDER BY r.id DESC ${ONE}`,
    found: ['fixed_texts_recorded', 'requests_recorded'],
  },
  {
    name: 'a dividend to come is raised a hundredfold',
    sql: `UPDATE market.corporate_action SET per_share_paise = per_share_paise * 100 WHERE kind = 'dividend'`,
    found: ['corporate_actions_recorded'],
  },
  {
    name: 'a dividend to come is made up',
    sql: `INSERT INTO market.corporate_action (id, code, kind, ex_date, announced_on, announced_ms, per_share_paise)
      SELECT 'CHHAYA-' || x.ex_date, 'CHHAYA', 'dividend', x.ex_date, '2026-01-01', 1, 1000 FROM (SELECT max(ex_date) AS ex_date FROM market.ex_date) x`,
    found: ['corporate_actions_recorded'],
  },
];

/** A check of this shape that finds nothing, ever. */
const BLIND = `RETURNS TABLE (name text, violations bigint, sample text) LANGUAGE sql STABLE AS $$ SELECT 'asset_sum'::text, 0::bigint, NULL::text $$`;

const CATALOGUE: readonly Tampering[] = [
  ...(
    [
      [
        'the checks in the database are blinded, and money is made',
        `CREATE OR REPLACE FUNCTION audit.check_all() ${BLIND};
         CREATE OR REPLACE FUNCTION checks.module_checks() ${BLIND};
         UPDATE ledger.account SET balance = balance + 100000 WHERE code = 101`,
        'catalogue_functions',
        'balance_matches_postings',
      ],
      [
        'value needs no source',
        `CREATE OR REPLACE FUNCTION ledger.check_sources() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$`,
        'catalogue_functions',
      ],
      [
        'a function acts with the rights of its owner',
        'ALTER FUNCTION console.is_now(bigint) SECURITY DEFINER',
        'catalogue_functions',
      ],
      [
        'a function looks names up elsewhere',
        'ALTER FUNCTION ledger.seal(int) SET search_path = public',
        'catalogue_functions',
      ],
      [
        'a function for everybody is planted',
        `CREATE FUNCTION trading.mint(p bigint) RETURNS void LANGUAGE sql SECURITY DEFINER AS $$ UPDATE ledger.account SET balance = p $$`,
        'catalogue_functions',
      ],
      ['entries may be changed', 'DROP TRIGGER append_only ON ledger.entry', 'catalogue_triggers'],
      ['users may be changed', 'ALTER TABLE ledger.person DISABLE TRIGGER append_only', 'catalogue_triggers'],
      [
        'the statement leaves a line out',
        `CREATE OR REPLACE VIEW ledger.posting AS SELECT NULL::bigint AS entry_id, NULL::smallint AS line, NULL::int AS person, NULL::text AS owner, NULL::int AS asset_id,
           NULL::text AS asset, NULL::smallint AS code, NULL::bigint AS amount, NULL::bigint AS after, NULL::bigint AS seq, NULL::bytea AS prev WHERE false`,
        'catalogue_tables',
      ],
      [
        'a trigger that always fires is one that may be skipped',
        'ALTER TABLE ledger.entry ENABLE TRIGGER recount',
        'catalogue_triggers',
      ],
      [
        'a trigger of a stranger runs with each order',
        `CREATE FUNCTION public.seen() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.price_paise := 1; RETURN NEW; END $$;
         CREATE TRIGGER seen BEFORE INSERT ON trading."order" FOR EACH ROW EXECUTE FUNCTION public.seen()`,
        'catalogue_triggers',
      ],
      ['foreign keys are kept no more', 'ALTER TABLE ledger.rule DISABLE TRIGGER ALL', 'catalogue_triggers'],
      [
        'a rule of the database swallows what is written',
        'CREATE RULE swallow AS ON INSERT TO accounts.access DO INSTEAD NOTHING',
        'catalogue_triggers',
      ],
      [
        'something runs at each change of the catalogue',
        `CREATE FUNCTION public.each() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN END $$;
         CREATE EVENT TRIGGER each ON ddl_command_end EXECUTE FUNCTION public.each()`,
        'catalogue_triggers',
      ],
      ['balances may be negative', 'ALTER DOMAIN ledger.balance DROP CONSTRAINT account_floor', 'catalogue_tables'],
      [
        'one reference may be posted twice',
        'ALTER TABLE ledger.entry DROP CONSTRAINT entry_kind_ref_key',
        'catalogue_tables',
      ],
      ['an index is gone', 'DROP INDEX ledger.checkpoint_at', 'catalogue_tables'],
      ['a column has another default', 'ALTER TABLE ledger.account ALTER seq SET DEFAULT 1', 'catalogue_tables'],
      ['a column of a stranger', 'ALTER TABLE accounts.member ADD note text', 'catalogue_tables'],
      ['the server may change balances', 'GRANT UPDATE ON ledger.account TO khara_app', 'catalogue_tables'],
      [
        'the server may change one column of an entry',
        'GRANT UPDATE (ref) ON ledger.entry TO khara_app',
        'catalogue_tables',
      ],
      ['a table has another owner', 'ALTER TABLE ledger.account OWNER TO khara_app', 'catalogue_tables'],
      [
        'a function may be called by everybody',
        'GRANT EXECUTE ON FUNCTION ledger.seal TO PUBLIC',
        'catalogue_functions',
      ],
      ['the server may make tables', 'GRANT CREATE ON SCHEMA ledger TO khara_app', 'catalogue_rights'],
      [
        'what will be made belongs to the server',
        'ALTER DEFAULT PRIVILEGES FOR ROLE khara_ledger IN SCHEMA ledger GRANT UPDATE ON TABLES TO khara_app',
        'catalogue_rights',
      ],
      [
        'rows are hidden',
        `ALTER TABLE wallet.recharge ENABLE ROW LEVEL SECURITY;
         CREATE POLICY hide ON wallet.recharge USING (false)`,
        'catalogue_rights',
        'catalogue_tables',
      ],
      [
        'triggers are left out by a setting',
        `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET session_replication_role = replica', current_database()); END $$`,
        'catalogue_rights',
      ],
      [
        'an operator stands before that of PostgreSQL',
        `CREATE FUNCTION public.same(bytea, bytea) RETURNS boolean LANGUAGE sql AS $$ SELECT true $$;
         CREATE OPERATOR public.= (LEFTARG = bytea, RIGHTARG = bytea, FUNCTION = public.same)`,
        'catalogue_system',
      ],
      [
        'a function of PostgreSQL answers otherwise',
        `CREATE OR REPLACE FUNCTION pg_catalog.date_part(text, date) RETURNS double precision LANGUAGE sql IMMUTABLE STRICT AS $$ SELECT 1::double precision $$`,
        'catalogue_system',
      ],
      [
        'a function of PostgreSQL with a body and no text answers otherwise',
        `CREATE OR REPLACE FUNCTION pg_catalog.round(numeric) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT COST 1 RETURN trunc($1, 0)`,
        'catalogue_system',
      ],
      [
        'a function of PostgreSQL may be called for nothing',
        `ALTER FUNCTION pg_catalog.sha256(bytea) CALLED ON NULL INPUT`,
        'catalogue_system',
      ],
      [
        'a function of the owner is planted among the views of PostgreSQL',
        `CREATE FUNCTION information_schema.mint(p bigint) RETURNS void LANGUAGE sql SECURITY DEFINER AS $$ UPDATE ledger.account SET balance = p $$;
         GRANT EXECUTE ON FUNCTION information_schema.mint(bigint) TO khara_app`,
        'catalogue_system',
      ],
      [
        'a table is planted among the views of PostgreSQL',
        `CREATE TABLE information_schema.notes (note text); GRANT ALL ON information_schema.notes TO khara_app`,
        'catalogue_system',
      ],
      [
        'a view of PostgreSQL hides something',
        `CREATE OR REPLACE VIEW information_schema.information_schema_catalog_name AS
           SELECT current_database()::information_schema.sql_identifier AS catalog_name WHERE current_user <> 'auditor'`,
        'catalogue_system',
      ],
      [
        'the server may make tables among the views of PostgreSQL',
        'GRANT CREATE ON SCHEMA information_schema TO khara_app',
        'catalogue_rights',
      ],
      [
        'the server may read files',
        'GRANT EXECUTE ON FUNCTION pg_catalog.pg_read_file(text) TO khara_app',
        'catalogue_system',
      ],
      [
        'the migration that made a table is another one',
        `UPDATE database.applied SET checksum = 'x' WHERE name = 'functions/ledger/post.sql'`,
        'catalogue_tables',
      ],
    ] as const
  ).map(([name, sql, ...found]): Tampering => ({ name, sql, found, ofCatalogue: true })),
  {
    name: 'the server owns the ledger',
    sql: 'GRANT khara_ledger TO khara_app',
    found: ['catalogue_rights'],
    ofServer: true,
  },
  {
    name: 'the server may do everything',
    sql: 'ALTER ROLE khara_app SUPERUSER',
    found: ['catalogue_rights'],
    ofServer: true,
  },
  {
    name: 'a stranger may do everything',
    sql: 'CREATE ROLE stranger LOGIN SUPERUSER',
    found: ['catalogue_rights'],
    ofServer: true,
  },
  {
    name: 'a stranger may write every table',
    sql: 'CREATE ROLE stranger LOGIN; GRANT pg_write_all_data TO stranger',
    found: ['catalogue_rights'],
    ofServer: true,
  },
  {
    name: 'a stranger may make roles and copy the server',
    sql: 'CREATE ROLE stranger LOGIN CREATEROLE BYPASSRLS REPLICATION',
    found: ['catalogue_rights'],
    ofServer: true,
  },
  {
    name: 'a stranger leaves triggers out',
    sql: 'CREATE ROLE stranger LOGIN; ALTER ROLE stranger SET session_replication_role = replica',
    found: ['catalogue_rights'],
    ofServer: true,
  },
];

export const TAMPERINGS: readonly Tampering[] = [
  ...LEDGER,
  ...WALLET,
  ...TRADING,
  ...OFFERINGS,
  ...MARKET,
  ...RECORDS,
  ...CATALOGUE,
];

/**
 * The most severe of each part, found by checks that none of the others sets off: together they say as much
 * as one by one.
 */
export const MOST_SEVERE: readonly Tampering[] = [
  'a line of an entry is doubled',
  'money that came in is none of the rail’s',
  'a position cost less',
  'withdrawals may be sent again under old requests',
  'another seed was drawn with',
  'cap, floor and issue price of an issue are halved',
  'trades of one half minute are gone',
  'a bank account gets another number and holder',
  'a person joins the back office by hand',
  'value needs no source',
].map((name) => {
  const found = TAMPERINGS.find((one) => one.name === name);
  if (!found) throw new Error(`there is no tampering "${name}"`);
  return found;
});
