import { ONE, type Tampering } from './tampering.ts';

/** Rows that the log has a record of: bindings, identities, decisions, permissions. */
export const RECORDS: readonly Tampering[] = [
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
    name: 'a key for programs is added by hand',
    sql: `INSERT INTO accounts.program_key (id, member_id, name, scope, addresses, secret_hash, token_hash, token_until, created_at, expires_at)
      SELECT '0123456789abcdef', id, 'by hand', 'trade', '{}', sha256('x'), sha256('y'), 2, 1, 2 FROM accounts.member WHERE erased_at IS NULL ${ONE}`,
    found: ['program_keys_recorded'],
  },
  {
    name: 'a looser limit of a member waits no longer',
    sql: `UPDATE trading.own_limit SET before = NULL, from_ms = NULL WHERE from_ms IS NOT NULL`,
    found: ['own_limits_recorded'],
  },
  {
    name: 'a limit of a member is set higher',
    sql: `UPDATE trading.own_limit SET value = value * 10 WHERE from_ms IS NULL`,
    found: ['own_limits_recorded'],
  },
  {
    name: 'a limit of a member is taken away',
    sql: `DELETE FROM trading.own_limit`,
    found: ['own_limits_recorded'],
  },
  {
    name: 'a looser limit of a member is added by hand',
    sql: `INSERT INTO trading.own_limit (user_id, kind, value, asked_ms, asked_date)
      SELECT user_id, kind, 900000000, asked_ms, asked_date FROM trading.own_limit ${ONE}`,
    found: ['own_limits_recorded'],
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
    found: ['appeals_recorded', 'decided_by_maker_checker'],
  },
  {
    name: 'an appeal is planted whose time is over',
    sql: `INSERT INTO credit.appeal (id, event_id, member_id, text, submitted_at, decides_by)
      SELECT 'CAPLANTED', 'planted', id, 'The bank was wrong.', 1, 2 FROM accounts.member WHERE log_salt IS NOT NULL ORDER BY id ${ONE}`,
    found: ['appeals_made_recorded'],
  },
  {
    name: 'an appeal is decided a year later',
    sql: `UPDATE credit.appeal SET decides_by = decides_by + 31536000000`,
    found: ['appeals_made_recorded'],
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
    found: ['requests_recorded', 'decided_by_maker_checker'],
  },
  {
    name: 'a decision about money is made up',
    sql: `UPDATE wallet.decision SET maker = 'S3' WHERE maker = 'S1'`,
    found: ['decided_by_maker_checker'],
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
    found: ['sessions_recorded'],
  },
  {
    name: 'a session remembers the transaction password for longer',
    sql: `UPDATE accounts.session SET transaction_password_until = transaction_password_until + 1 WHERE transaction_password_until IS NOT NULL`,
    found: ['sessions_recorded'],
  },
  {
    name: 'a session that ended is opened again',
    sql: `UPDATE accounts.session SET ended_at = NULL, end_reason = NULL WHERE ended_at IS NOT NULL`,
    found: ['sessions_recorded'],
  },
  {
    name: 'a session is another member’s',
    sql: `UPDATE accounts.session s SET member_id = m.id FROM accounts.member m
      WHERE m.id <> s.member_id AND m.erased_at IS NULL AND s.ended_at IS NULL`,
    found: ['sessions_recorded'],
  },
  {
    name: 'a device is known by hand',
    sql: `INSERT INTO accounts.device (member_id, hash, last_used_at)
      SELECT id, sha256('x'), 1 FROM accounts.member WHERE erased_at IS NULL ${ONE}`,
    found: ['devices_recorded'],
  },
  {
    name: 'a login of a program is allowed by hand',
    sql: `INSERT INTO accounts.program_key (id, member_id, name, scope, addresses, secret_hash, token_hash, token_until, created_at, expires_at)
      SELECT '0123456789abcdef', id, 'by hand', 'trade', '{}', sha256('x'), sha256('y'), 2, 1, 2 FROM accounts.member WHERE erased_at IS NULL ${ONE};
      INSERT INTO accounts.program_login (token_hash, key_id, expires_at) VALUES (sha256('z'), '0123456789abcdef', 9000000000000)`,
    found: ['program_logins_recorded'],
  },
  {
    name: 'a person joins the back office by hand, with a record',
    sql: `INSERT INTO console.staff (number, name, password_hash, created_at) VALUES ('S9', 'mallory', 'x', 1);
      SELECT ledger.record_by('functions', 'staff.account', json_build_object('id', number, 'name', name, 'password',
        encode(sha256('x'), 'hex'), 'at', 1)::text, 'S9') FROM console.staff WHERE number = 'S9'`,
    found: ['record_signatures'],
  },
  {
    name: 'a record is written by hand, with the signature of another',
    sql: `SELECT ledger.record_by('server', 'ops.action', '{"action":"sessions.end"}', 'by hand');
      INSERT INTO ledger.record_signature SELECT r.id, s.asked, s.signer, s.signature, s.place, s.size, s.path
      FROM ledger.record r, ledger.record_signature s WHERE r.ref = 'by hand' AND s.record_id = (SELECT max(record_id) FROM ledger.record_signature)`,
    found: ['record_signatures'],
  },
  {
    name: 'a record is asked for by another session',
    sql: `UPDATE ledger.record_signature SET asked = 'session of another' WHERE asked IS NOT NULL`,
    found: ['record_signatures'],
  },
  {
    name: 'the signatures of records are gone',
    sql: `DELETE FROM ledger.record_signature`,
    found: ['record_signatures'],
  },
  {
    name: 'a session of the back office that ended is opened again',
    sql: `UPDATE console.session SET ended_at = NULL WHERE ended_at IS NOT NULL`,
    found: ['staff_sessions_recorded'],
  },
  {
    name: 'a browser of a person of the back office is known by hand',
    sql: `INSERT INTO console.device (token_hash, staff, used_at) VALUES (sha256('x'), 'S1', 1)`,
    found: ['staff_devices_recorded'],
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
    found: ['articles_recorded', 'decided_by_maker_checker'],
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
    found: ['banners_recorded', 'decided_by_maker_checker'],
  },
  {
    name: 'a banner that two people agreed to is gone',
    sql: `DELETE FROM content.banner WHERE id = 'proofs'`,
    found: ['banners_recorded', 'decided_by_maker_checker'],
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
    found: ['fixed_texts_recorded', 'decided_by_maker_checker'],
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
    name: 'a paper of a closed day is changed',
    sql: `UPDATE market.day_paper SET csv = replace(csv, '0', '9') WHERE paper = 'bhavcopy'`,
    found: ['day_papers_recorded'],
  },
  {
    name: 'a dividend to come is raised a hundredfold',
    sql: `UPDATE market.corporate_action SET per_share_paise = per_share_paise * 100 WHERE kind = 'dividend'`,
    found: ['corporate_actions_recorded'],
  },
  {
    name: 'what a holder gets of a dividend to come is raised',
    sql: `UPDATE trading.entitlement SET gross_paise = 2 * gross_paise WHERE kind = 'dividend' AND paid_ms IS NULL`,
    found: ['dividends'],
  },
  {
    name: 'a holder is left out of a dividend to come',
    sql: `DELETE FROM trading.entitlement WHERE kind = 'dividend' AND paid_ms IS NULL`,
    found: ['dividends'],
  },
  {
    name: 'a dividend is paid later than announced',
    sql: `UPDATE trading.entitlement SET pays_on = pays_on + 30 WHERE kind = 'dividend' AND paid_ms IS NULL`,
    found: ['dividends'],
  },
  {
    name: 'a dividend to come is made up',
    sql: `INSERT INTO market.corporate_action (id, code, kind, ex_date, announced_on, announced_ms, per_share_paise, pays_on)
      SELECT 'CHHAYA-' || x.ex_date, 'CHHAYA', 'dividend', x.ex_date, '2026-01-01', 1, 1000, x.ex_date + 20 FROM (SELECT max(ex_date) AS ex_date FROM market.ex_date) x`,
    found: ['corporate_actions_recorded'],
  },
];
