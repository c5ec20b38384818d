import { createHash } from 'node:crypto';
import { hex, rowHash } from '@khara/proof';
import type { FastifyInstance } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { confirmProgramKey, SECRETS, SESSIONS } from '#modules/accounts/index.ts';
import { certifyNode, isRecorded, sealLog, type RecordedTable } from '#modules/ledger/index.ts';
import { createKnownPrograms, createProgramHandlers, logIn } from '#modules/programs/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { verifyBackOffice } from '#src/verify/back-office.ts';
import { verifyRecordedRows } from '#src/verify/recorded-rows.ts';
import { verifySigners } from '#src/verify/signers.ts';
import { newAuthenticator } from '#test/authenticator.ts';
import { useBackOffice } from '#test/back-office.ts';
import { client, GOOD_PASSWORD, newAddress, newMember, newPhone } from '#test/client.ts';
import { asIntruder, useTestDatabase, type TestDatabase } from '#test/database.ts';
import { LOG_KEY, NODE_KEY, TestClock, testDeps } from '#test/deps.ts';
import { memberApp } from '#test/member-app.ts';
import { newPracticeDevice, type PracticeDevice } from '#test/practice-device.ts';

/*
 * What an intruder with the superuser's password plants, alters, swaps or puts back opens nothing: also where a record
 * of it is written beside it.
 */

const ORIGIN = 'https://khara.test';
const ANOTHER_PASSWORD = 'naya-neela-99';
const { keys } = testDeps();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const wrongIn = async (db: TestDatabase['admin']) =>
  db.snapshot(async (tx) =>
    [
      ...(await verifyRecordedRows(tx, keys)),
      ...(await verifyBackOffice(tx, keys)),
      ...(await verifySigners(tx, keys)),
    ].flatMap(({ name, violations }) => (violations > 0 ? [name] : [])),
  );

describe('an account', () => {
  const database = useTestDatabase({ per: 'test', provesBooks: false });
  const clock = new TestClock();
  let app: FastifyInstance;
  let deps: Deps;
  beforeEach(async () => {
    await certifyNode(database.app, LOG_KEY, NODE_KEY);
    const handlers = createProgramHandlers(confirmProgramKey);
    ({ app, deps } = await memberApp({ db: database.app, clock }, handlers, {
      environment: { PUBLIC_ORIGINS: ORIGIN },
      parts: { market: { now: () => ({ marketDate: '2026-11-23' }) } as Deps['market'] },
    }));
  });
  const guest = () => client(app, { origin: ORIGIN, 'x-forwarded-for': newAddress() });
  const signIn = (phone: string, password = GOOD_PASSWORD, more: object = {}) =>
    guest().ask('signIn', { phone, password, ...more });
  const hand = (...sql: readonly string[]) => asIntruder(database.admin, ...sql);
  /** A record that says of a row what it says now, as `recordRow` writes it, by one without the server's key. */
  const recordByHand = async (of: Pick<RecordedTable, 'type' | 'columns' | 'table' | 'id'>, id: string) => {
    const [row] = await database.admin.query<{ member: string; salt: Uint8Array; said: (string | null)[] }>(
      `t.row.${of.type}`,
      `SELECT m.id AS member, m.log_salt AS salt, ARRAY[${of.columns.map((one) => `(${one})::text`).join(', ')}] AS said
       FROM ${of.table} t JOIN accounts.member m ON m.id = ${of.id === 'id' && of.type === 'account.secrets' ? 't.id' : 't.member_id'}
       WHERE t.${of.id}::text = $1`,
      [id],
    );
    const json = JSON.stringify({
      act: 'login_password',
      id,
      owner: `u:${row!.member}`,
      row: hex(rowHash(of.type, new Uint8Array(row!.salt), row!.said)),
    });
    await hand(`SELECT ledger.record_by('server', '${of.type}', '${json}', NULL)`);
  };
  const changedPassword = async () => {
    const mallory = await newMember(app);
    await mallory.client.get('changePassword', { oldPassword: GOOD_PASSWORD, newPassword: ANOTHER_PASSWORD });
    return mallory;
  };

  it('does not open with another’s password, with a record of it or without', async () => {
    const [own, mallory] = [await newMember(app), await changedPassword()];
    await hand(
      `UPDATE accounts.member SET password_hash = (SELECT password_hash FROM accounts.member WHERE id = '${mallory.userId}')
       WHERE id = '${own.userId}'`,
    );
    expect((await signIn(own.phone, ANOTHER_PASSWORD)).data).toMatchObject({ reason: 'credentials_invalid' });
    await recordByHand(SECRETS, own.userId);
    expect(await isRecorded(database.app, SECRETS, own.userId)).toBe(false);
    const relying = database.app.transaction((tx) => isRecorded(tx, SECRETS, own.userId));
    await expect(relying).rejects.toThrow('is signed by no server');
    expect((await signIn(own.phone, ANOTHER_PASSWORD)).data).toMatchObject({ reason: 'credentials_invalid' });
    await sealLog(deps);
    expect((await signIn(own.phone, ANOTHER_PASSWORD)).data).toMatchObject({ reason: 'credentials_invalid' });
    expect(await wrongIn(database.admin)).toContain('record_signatures');
  });

  it('does not open with an older password that was put back, with its record or a copy of it', async () => {
    const own = await newMember(app);
    const [before] = await database.admin.query<{ passwordHash: string }>(
      't.before',
      'SELECT password_hash FROM accounts.member WHERE id = $1',
      [own.userId],
    );
    await own.client.get('changePassword', { oldPassword: GOOD_PASSWORD, newPassword: ANOTHER_PASSWORD });
    expect((await signIn(own.phone, ANOTHER_PASSWORD)).code).toBe(200);
    await hand(`UPDATE accounts.member SET password_hash = '${before!.passwordHash}' WHERE id = '${own.userId}'`);
    expect((await signIn(own.phone)).data).toMatchObject({ reason: 'credentials_invalid' });
    await hand(
      `INSERT INTO ledger.record OVERRIDING SYSTEM VALUE
       SELECT (SELECT max(id) + 1 FROM ledger.record), uuidv7(), type, at_ms, salt, json, leaf, NULL FROM ledger.record
       WHERE type = 'account.secrets' AND json LIKE '%registered%'`,
      `INSERT INTO ledger.record_signature
       SELECT (SELECT max(id) FROM ledger.record), s.asked, s.signer, s.signature, s.place, s.size, s.path
       FROM ledger.record_signature s JOIN ledger.record r ON r.id = s.record_id
       WHERE r.type = 'account.secrets' AND r.json LIKE '%registered%' ORDER BY r.id LIMIT 1`,
    );
    expect((await signIn(own.phone)).data).toMatchObject({ reason: 'credentials_invalid' });
    // The newer record is gone as well: this server has seen it.
    await hand(
      'ALTER TABLE ledger.record DISABLE TRIGGER append_only',
      `DELETE FROM ledger.record WHERE type = 'account.secrets' AND id > (SELECT min(id) FROM ledger.record WHERE type = 'account.secrets')`,
    );
    expect((await signIn(own.phone)).data).toMatchObject({ reason: 'credentials_invalid' });
    expect(await wrongIn(database.admin)).toContain('record_signatures');
  });

  it('whose password was changed by hand gets no other one through the server: nothing is recorded as it stands', async () => {
    const own = await newMember(app);
    await hand(`UPDATE accounts.member SET transaction_password_hash = 'by hand' WHERE id = '${own.userId}'`);
    const changed = await own.client.ask('changePassword', {
      oldPassword: GOOD_PASSWORD,
      newPassword: ANOTHER_PASSWORD,
    });
    expect(changed.code).not.toBe(200);
    expect(await wrongIn(database.admin)).toEqual(['accounts_recorded']);
  });

  it('takes no transaction password that was put there by hand', async () => {
    const [own, mallory] = [await newMember(app), await newMember(app)];
    await hand(
      `UPDATE accounts.member SET transaction_password_hash =
         (SELECT transaction_password_hash FROM accounts.member WHERE id = '${mallory.userId}') WHERE id = '${own.userId}'`,
    );
    const remember = { minutes: 15, transactionPassword: mallory.transactionPassword } as const;
    expect(await own.client.refused('rememberTransactionPassword', remember)).toBe('transaction_password_wrong');
  });

  it('is not entered by a session that was planted, altered, opened again or moved to another member', async () => {
    const [own, other] = [await newMember(app), await newMember(app)];
    const token = 'A'.repeat(43);
    const planted = sha256(token);
    const present = async (shown: string) => (await client(app).ask('userDetail', {}, { token: shown })).code;
    await hand(
      `INSERT INTO accounts.session (id, member_id, token_hash, user_agent, address, created_at, last_seen_at)
       VALUES ('planted-session', '${own.userId}', '\\x${planted}', '', '', ${clock.now()}, ${clock.now()})`,
    );
    expect(await present(token)).toBe(401);
    await recordByHand(SESSIONS, 'planted-session');
    expect(await present(token)).toBe(401);
    await own.client.get('signOut', {});
    await hand(`UPDATE accounts.session SET ended_at = NULL, end_reason = NULL WHERE member_id = '${own.userId}'`);
    deps.sessions.forget([sha256(own.token)]);
    expect(await present(own.token)).toBe(401);
    await hand(`UPDATE accounts.session SET member_id = '${own.userId}' WHERE member_id = '${other.userId}'`);
    clock.advance(31_000);
    expect(await present(other.token)).toBe(401);
    expect(await wrongIn(database.admin)).toEqual(expect.arrayContaining(['sessions_recorded', 'record_signatures']));
  });

  it('remembers no transaction password that it forgot, or for longer than it was asked to', async () => {
    const own = await newMember(app);
    await own.client.get('rememberTransactionPassword', { minutes: 15, transactionPassword: own.transactionPassword });
    const [until] = await database.admin.query<{ until: number }>(
      't.until',
      'SELECT transaction_password_until AS until FROM accounts.session WHERE member_id = $1',
      [own.userId],
    );
    await own.client.get('rememberTransactionPassword', { minutes: 0 });
    for (const at of [until!.until, until!.until + 1]) {
      await hand(`UPDATE accounts.session SET transaction_password_until = ${at} WHERE member_id = '${own.userId}'`);
      clock.advance(31_000);
      expect((await own.client.ask('userDetail', {})).code).toBe(401);
    }
  });

  it('knows no device that was planted, and no session is fresh by hand', async () => {
    const own = await newMember(app);
    const device = 'B'.repeat(43);
    await hand(
      `INSERT INTO accounts.device (member_id, hash, last_used_at)
       VALUES ('${own.userId}', '\\x${sha256(device)}', ${clock.now()})`,
    );
    // A device that is known has a budget of its own, and no notice of a new one.
    await guest().get('signIn', { phone: own.phone, password: GOOD_PASSWORD }, { device });
    const { list } = await own.client.get('noticeList', {});
    expect(JSON.stringify(list)).toContain('/pages/personal/security/index');
    expect(await wrongIn(database.admin)).toContain('devices_recorded');
    clock.advance(6 * 60_000);
    await hand(
      `UPDATE accounts.session SET opened_by = 'passkey', created_at = ${clock.now()} WHERE member_id = '${own.userId}'`,
    );
    const change = await own.client.ask('changePassword', { newPassword: ANOTHER_PASSWORD });
    expect(change.code).not.toBe(200);
  });

  const codeOf = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() });
  async function withAuthenticator() {
    const member = await newMember(app);
    const { secret } = await member.client.get('totpSetup', {});
    const { recoveryCodes } = await member.client.get('totpConfirm', { otp: codeOf(secret) });
    clock.advance(60_000);
    return { ...member, secret, recoveryCodes };
  }

  it('asks for an authenticator that was deleted by hand', async () => {
    const own = await withAuthenticator();
    await hand('DELETE FROM accounts.recovery_code', 'DELETE FROM accounts.totp');
    expect((await signIn(own.phone)).code).not.toBe(200);
    expect((await signIn(own.phone, GOOD_PASSWORD, { otp: codeOf(own.secret) })).code).not.toBe(200);
  });

  it('takes no used recovery code again, and no used code of an authenticator', async () => {
    const own = await withAuthenticator();
    const [used, next] = own.recoveryCodes;
    expect((await signIn(own.phone, GOOD_PASSWORD, { otp: used })).code).toBe(200);
    await hand('UPDATE accounts.recovery_code SET used_at = NULL');
    expect((await signIn(own.phone, GOOD_PASSWORD, { otp: used })).data).toMatchObject({ reason: 'otp_wrong' });
    expect((await signIn(own.phone, GOOD_PASSWORD, { otp: next })).data).toMatchObject({ reason: 'otp_wrong' });
    expect(await wrongIn(database.admin)).toEqual(['authenticators_recorded']);

    const second = await withAuthenticator();
    const otp = codeOf(second.secret);
    expect((await signIn(second.phone, GOOD_PASSWORD, { otp })).code).toBe(200);
    await hand(`UPDATE accounts.totp SET last_step = 0 WHERE member_id = '${second.userId}'`);
    expect((await signIn(second.phone, GOOD_PASSWORD, { otp })).data).toMatchObject({ reason: 'otp_wrong' });
  });

  async function withPasskey() {
    const member = await newMember(app);
    const key = newAuthenticator(ORIGIN);
    const own = member.client.with({ origin: ORIGIN });
    const { options } = await own.get('passkeySetup', {});
    await own.get('passkeyConfirm', { response: key.create(String(options['challenge'])), name: 'My phone' });
    return { ...member, key };
  }

  it('is not entered by a passkey that was moved to it, or by an answer that was given before', async () => {
    const [own, mallory] = [await withPasskey(), await withPasskey()];
    const from = guest();
    const ask = async () => String((await from.get('passkeySignInSetup', {})).options['challenge']);
    const challenge = await ask();
    const [kept] = await database.admin.query<{ expiresAt: number }>(
      't.challenge',
      'SELECT expires_at FROM accounts.passkey_challenge WHERE challenge = $1',
      [challenge],
    );
    const response = mallory.key.get(challenge);
    await from.get('passkeySignIn', { response });
    const again = `INSERT INTO accounts.passkey_challenge (challenge, origin, expires_at) VALUES `;
    await hand(`UPDATE accounts.passkey SET counter = 0 WHERE member_id = '${mallory.userId}'`);
    await hand(`${again} ('${challenge}', '${ORIGIN}', ${kept!.expiresAt})`);
    expect(await from.refused('passkeySignIn', { response })).toBe('passkey_refused');
    await hand(`UPDATE accounts.passkey SET counter = 1 WHERE member_id = '${mallory.userId}'`);
    await hand(`${again} ('${challenge}', '${ORIGIN}', ${kept!.expiresAt})`);
    const twice = mallory.key.get(challenge);
    expect(await from.refused('passkeySignIn', { response: twice })).toBe('passkey_refused');
    const made = Buffer.alloc(38, 7).toString('base64url');
    await hand(`${again} ('${made}', '${ORIGIN}', ${kept!.expiresAt})`);
    expect(await from.refused('passkeySignIn', { response: mallory.key.get(made) })).toBe('passkey_refused');
    await from.get('passkeySignIn', { response: mallory.key.get(await ask()) });
    await hand(
      `UPDATE accounts.passkey SET member_id = CASE member_id WHEN '${own.userId}' THEN '${mallory.userId}' ELSE '${own.userId}' END`,
    );
    for (const { key } of [own, mallory])
      expect(await from.refused('passkeySignIn', { response: key.get(await ask()) })).toBe('passkey_refused');
    expect(await wrongIn(database.admin)).toEqual(['passkeys_recorded']);
  });

  async function withPractice() {
    const [device, from] = [newPracticeDevice(), guest()];
    const data = await from.get('openPracticeAccount', { ...(await device.prove(from)), agree: true });
    return { device, from, own: from.with({ token: data.token }), userId: data.userInfo.id };
  }
  const enter = async ({ prove }: PracticeDevice) => guest().ask('practiceSignIn', await prove(guest()));

  it('is not entered by a key of a device that was planted, moved to it or put back, or by an answer given before', async () => {
    const [own, mallory] = [await newMember(app), newPracticeDevice()];
    await hand(
      `UPDATE accounts.member SET device_key = '\\x${mallory.keyHex}', device_signed_in_at = 1, phone = NULL, password_hash = NULL,
         transaction_password_hash = NULL WHERE id = '${own.userId}'`,
    );
    expect((await enter(mallory)).data).toMatchObject({ reason: 'device_key_unknown' });
    await recordByHand(SECRETS, own.userId);
    expect((await enter(mallory)).data).toMatchObject({ reason: 'device_key_unknown' });
    const opened = await guest().ask('openPracticeAccount', { ...(await mallory.prove(guest())), agree: true });
    expect(opened.data).toMatchObject({ reason: 'device_key_refused' });
    // A member's open session does not become one that is asked for no password either.
    clock.advance(31_000);
    expect((await own.client.ask('userDetail', {})).code).toBe(401);

    const [one, other] = [await withPractice(), await withPractice()];
    await hand(
      `UPDATE accounts.member SET device_key = NULL, phone = '+919812345670', password_hash = '', transaction_password_hash = '',
         device_signed_in_at = NULL WHERE id = '${other.userId}'`,
      `UPDATE accounts.member SET device_key = '\\x${other.device.keyHex}' WHERE id = '${one.userId}'`,
    );
    expect((await enter(other.device)).data).toMatchObject({ reason: 'device_key_unknown' });
    expect(await wrongIn(database.admin)).toEqual(['record_signatures', 'accounts_recorded'].sort());
  });

  it('takes no answer of a device’s key again, and no key that its owner gave up for a phone', async () => {
    const { device, from, own, userId } = await withPractice();
    const proof = await device.prove(from);
    const [given] = await database.admin.query<{ expiresAt: number }>(
      't.given',
      'SELECT expires_at FROM accounts.passkey_challenge WHERE challenge = $1',
      [proof.challenge],
    );
    await from.get('practiceSignIn', proof);
    await hand(
      `INSERT INTO accounts.passkey_challenge (challenge, origin, expires_at) VALUES ('${proof.challenge}', '', ${given!.expiresAt})`,
    );
    expect(await from.refused('practiceSignIn', proof)).toBe('device_key_unknown');
    const kept = { phone: newPhone(), password: GOOD_PASSWORD, transactionPassword: '482916', inviteCode: 'KHARA' };
    await own.get('keepPracticeAccount', { ...kept, ...(await device.prove(from)), agree: true });
    await hand(
      `UPDATE accounts.member SET device_key = '\\x${device.keyHex}', device_signed_in_at = ${clock.now()}, phone = NULL,
         password_hash = NULL, transaction_password_hash = NULL WHERE id = '${userId}'`,
    );
    expect((await enter(device)).data).toMatchObject({ reason: 'device_key_unknown' });
    expect(await wrongIn(database.admin)).toEqual(['accounts_recorded']);
  });

  const READ = { name: 'A reader', scope: 'read', days: 7, redirect: 'https://program.example/in' } as const;

  it('gives no program a token for a login that was planted, or for a key that was altered', async () => {
    const own = await newMember(app);
    const { key, secret } = await own.client.get('makeProgramKey', READ);
    const exchange = (token: string) =>
      logIn(deps, 'request', { keyId: key.id, token, checksum: sha256(key.id + token + secret) });
    await hand(
      `INSERT INTO accounts.program_login (token_hash, key_id, expires_at)
       VALUES ('\\x${sha256('planted')}', '${key.id}', ${clock.now() + 60_000})`,
    );
    expect(await exchange('planted')).toBeUndefined();
    const { redirect } = await own.client.get('allowProgram', { id: key.id });
    const token = new URL(redirect).searchParams.get('request_token')!;
    const [row] = await database.admin.query<{ expiresAt: number }>(
      't.login',
      'SELECT expires_at FROM accounts.program_login WHERE token_hash = $1',
      [Buffer.from(sha256(token), 'hex')],
    );
    const login = await exchange(token);
    await hand(
      `INSERT INTO accounts.program_login (token_hash, key_id, expires_at)
       VALUES ('\\x${sha256(token)}', '${key.id}', ${row!.expiresAt})`,
    );
    expect(await exchange(token)).toBeUndefined();
    const known = () => createKnownPrograms(deps).find(key.id, login!.accessToken, '203.0.113.7');
    expect(await known()).toMatchObject({ kind: 'live' });
    await hand(`UPDATE accounts.program_key SET scope = 'trade' WHERE id = '${key.id}'`);
    expect(await known()).toEqual({ kind: 'unknown' });
    expect(await wrongIn(database.admin)).toEqual(
      expect.arrayContaining(['program_keys_recorded', 'program_logins_recorded']),
    );
  });

  it('whose record is a copy of another’s does not open', async () => {
    const [own, mallory] = [await newMember(app), await changedPassword()];
    await hand(
      `UPDATE accounts.member o SET password_hash = m.password_hash, phone = NULL, erased_at = 1, log_salt = NULL
       FROM accounts.member m WHERE o.id = '${own.userId}' AND m.id = '${mallory.userId}'`,
    );
    await hand(
      `UPDATE accounts.member SET phone = '+91${own.phone}', erased_at = NULL, log_salt = (SELECT log_salt FROM accounts.member WHERE id = '${mallory.userId}') WHERE id = '${own.userId}'`,
    );
    await hand(
      `SELECT ledger.record_by('server', type, replace(json, '${mallory.userId}', '${own.userId}'), NULL)
       FROM ledger.record WHERE type = 'account.secrets' AND json LIKE '%login_password%'`,
    );
    expect((await signIn(own.phone, ANOTHER_PASSWORD)).code).not.toBe(200);
  });
});

describe('the back office', () => {
  const office = useBackOffice();
  beforeAll(() => certifyNode(office.database.app, LOG_KEY, NODE_KEY));
  const hand = (...sql: readonly string[]) => asIntruder(office.database.admin, ...sql);
  const signIn = async (name: string, password: string, more: object = {}) =>
    office.ask(undefined, 'consoleSignIn', { name, password, ...more });
  const found = () => wrongIn(office.database.admin);

  it('lets in no person who was planted, with a record or without, and none with another’s password', async () => {
    const plant = `INSERT INTO console.staff (number, name, password_hash, created_at)
      SELECT 'S9', 'mallory', password_hash, 1 FROM console.staff WHERE name = 'asha'`;
    await hand(plant);
    expect((await signIn('mallory', 'first-password')).data).toMatchObject({ reason: 'credentials_invalid' });
    await hand(
      `SELECT ledger.record_by('functions', 'staff.account', json_build_object('id', t.number, 'name', t.name,
         'password', encode(sha256(convert_to(t.password_hash, 'UTF8')), 'hex'), 'at', t.created_at)::text, t.number)
       FROM console.staff t WHERE t.number = 'S9'`,
    );
    expect((await signIn('mallory', 'first-password')).data).toMatchObject({ reason: 'credentials_invalid' });
    await sealLog(office.deps);
    expect((await signIn('mallory', 'first-password')).data).toMatchObject({ reason: 'credentials_invalid' });
    expect(await found()).toContain('record_signatures');
    await hand(
      `UPDATE console.staff SET password_hash = (SELECT password_hash FROM console.staff WHERE name = 'asha') WHERE name = 'bela'`,
    );
    expect((await signIn('bela', 'first-password')).data).toMatchObject({ reason: 'credentials_invalid' });
  });

  it('takes no session that was planted or that had ended, no used recovery code, and no planted browser', async () => {
    const me = async (token: string) => (await office.ask(token, 'consoleMe', {})).code;
    const token = 'C'.repeat(43);
    const hash = sha256(token);
    const now = office.world.clock.now();
    await hand(
      `INSERT INTO console.session (token_hash, staff, created_at, last_seen_at) VALUES ('\\x${hash}', 'S1', ${now}, ${now})`,
    );
    expect(await me(token)).toBe(401);
    const mine = (await signIn('chand', 'third-password')).data['token'] as string;
    expect(await me(mine)).toBe(200);
    await office.ask(mine, 'consoleSignOut', {});
    await hand(`UPDATE console.session SET ended_at = NULL WHERE staff = 'S3'`);
    expect(await me(mine)).toBe(401);

    const codeOf = (secret: unknown) =>
      new TOTP({ secret: Secret.fromBase32(String(secret)) }).generate({ timestamp: office.world.clock.now() });
    const { secret } = (await signIn('chand', 'third-password', { enrol: true })).data;
    const { recoveryCodes } = (await signIn('chand', 'third-password', { enrol: true, otp: codeOf(secret) })).data;
    const [used, next] = recoveryCodes as string[];
    expect((await signIn('chand', 'third-password', { otp: used })).code).toBe(200);
    await hand(`UPDATE console.recovery_code SET used_at = NULL`);
    for (const otp of [used, next])
      expect((await signIn('chand', 'third-password', { otp })).data).toMatchObject({ reason: 'otp_wrong' });
    await hand(`INSERT INTO console.device (token_hash, staff, used_at) VALUES (sha256('x'), 'S1', ${now})`);
    expect(await found()).toEqual(
      expect.arrayContaining(['staff_factors_recorded', 'staff_sessions_recorded', 'staff_devices_recorded']),
    );
    await hand('DELETE FROM console.recovery_code', `DELETE FROM console.second_factor WHERE staff = 'S3'`);
    expect((await signIn('chand', 'third-password')).code).not.toBe(200);
  });
});
