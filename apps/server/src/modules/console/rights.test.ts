import { CONSOLE_ACTIONS, consoleCalls, type ConsoleCallName } from '@khara/contract';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { useBackOffice } from '#test/back-office.ts';
import { newMember } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';

const DENIED = '42501';
const office = useBackOffice();
const { database, handIn, agreeOn } = office;

/** To certify an identity that a member has just handed in. */
const toCertify = async (userId: string) => ({
  action: 'identity.decide',
  subject: (await handIn(userId)).id,
  payload: { approve: true },
  reason: 'documents_match',
});

/** What each call of the back office is for. A call that is not here is a forgotten call. */
const ALLOWED: Readonly<Record<ConsoleCallName, 'session' | 'reads' | 'asks' | 'decides' | 'content' | 'service'>> = {
  consoleSignIn: 'session',
  consoleSignOut: 'session',
  consoleMe: 'session',
  consoleRequest: 'asks',
  consoleStaff: 'reads',
  consoleDecide: 'decides',
  consoleRequests: 'reads',
  consoleIdentities: 'reads',
  consoleIdentity: 'reads',
  consolePicture: 'reads',
  consoleRecharges: 'reads',
  consoleWithdrawals: 'reads',
  consoleAppeals: 'reads',
  consoleThreads: 'service',
  consoleThread: 'service',
  consoleAnswer: 'service',
  consoleArticles: 'reads',
  consoleArticle: 'reads',
  consoleTakeArticleDown: 'content',
  consoleVotes: 'reads',
  consoleSaveVote: 'content',
  consoleBanners: 'reads',
  consoleTakeBannerDown: 'content',
  consoleTexts: 'reads',
  consoleText: 'reads',
  consoleAnnouncements: 'reads',
  consoleCalendar: 'reads',
  consoleOfferings: 'reads',
  consoleLedger: 'reads',
  consoleAudit: 'reads',
  consoleAccounts: 'reads',
  consoleHealth: 'reads',
};
/**
 * Paths of calls, and actions, are words of this list: nothing that sets, moves, draws, scores, prices,
 * freezes or impersonates.
 */
const ALLOWED_WORDS =
  /^(staff|login|logout|me|request|decide|requests|kyc|identity|picture|recharges|withdrawals|appeals|support|supportThread|supportAnswer|articles|article|takeArticleDown|votes|saveVote|banners|takeBannerDown|texts|text|notices|calendar|offerings|ledger|audit|accounts|health)$/;
const FORBIDDEN =
  /price|tick|candle|trade|fill|order|balance|post|entry|credit|debit|mint|transfer|draw|seed|allot|score|freeze|block|bank|upi|address|phone|password|token|impersonate|fee|rate|label|register/i;

it('staff read every area at a path of its own', () => {
  const areas =
    'requests kyc recharges withdrawals appeals support articles notices banners votes texts offerings ledger audit accounts';
  const paths = new Set(Object.values(consoleCalls).map(({ method, path }) => `${method} ${path}`));
  expect(areas.split(' ').filter((area) => !paths.has(`POST /console/api/${area}`))).toEqual([]);
});

describe('staff cannot', () => {
  it('call anything but what is on the list', () => {
    expect(Object.keys(consoleCalls).toSorted()).toEqual(Object.keys(ALLOWED).toSorted());
    for (const [name, { path }] of Object.entries(consoleCalls)) {
      const word = path.replace('/console/api/', '').replace('/{id}', '');
      expect(word, name).toMatch(ALLOWED_WORDS);
      expect(word.replace('withdrawals', ''), name).not.toMatch(FORBIDDEN);
    }
    for (const action of Object.keys(CONSOLE_ACTIONS)) {
      expect(action).toMatch(
        /^(identity|recharge|withdrawal|appeal|classes)\.decide$|^offering\.(create|withdraw)$|^announcement\.publish$|^books\.cause$|^share\.suspend$|^text\.change$|^banner\.publish$|^article\.publish$|^sessions\.end$|^factor\.recover$/,
      );
      expect(action.replace('withdraw', '')).not.toMatch(FORBIDDEN);
    }
  });

  it('say more with a request than yes or no, a listed flaw, a cause, the terms of an offering, or a public text', () => {
    const { payload } = consoleCalls.consoleRequest.body.def.shape;
    const { shape } = payload.def.innerType.def;
    expect(Object.keys(shape)).toEqual([
      'approve',
      'flaw',
      'cause',
      'offering',
      'announcement',
      'text',
      'banner',
      'article',
    ]);
    // The seed, the close, the price of a listed share and the applicants cannot be given.
    expect(Object.keys(shape.offering.def.innerType.def.shape)).toEqual([
      'kind',
      'code',
      'opensOn',
      'issue',
      'discountBps',
      'sharesPerLot',
      'totalShares',
      'reservedBps',
      'minLots',
      'maxLots',
      'demandHundredths',
    ]);
    expect(Object.keys(shape.announcement.def.innerType.def.shape)).toEqual(['texts', 'link']);
    expect(Object.keys(shape.text.def.innerType.def.shape)).toEqual(['base', 'texts']);
    expect(Object.keys(shape.banner.def.innerType.def.shape)).toEqual(['image', 'link', 'place', 'shown', 'texts']);
  });

  it('do more as the database’s role than ask, decide, and read what its views show', async () => {
    const routines = await database.admin.query<{ name: string }>(
      't.routines',
      `SELECT n.nspname || '.' || p.proname AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
       WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') AND has_schema_privilege('khara_console', n.oid, 'usage')
         AND has_function_privilege('khara_console', p.oid, 'execute') ORDER BY 1`,
    );
    expect(routines.map(({ name }) => name)).toEqual([
      'audit.check_all',
      'audit.check_often',
      'console.add_request',
      'console.decide_request',
      'ledger.sign_records',
      'ledger.written_records',
    ]);
    const tables = await database.admin.query<{ name: string; may: string }>(
      't.tables',
      `SELECT table_schema || '.' || table_name AS name, privilege_type AS may FROM information_schema.table_privileges
       WHERE grantee = 'khara_console' ORDER BY 1, 2`,
    );
    expect(tables.map(({ name, may }) => `${name} ${may}`)).toEqual(
      [
        'console.account_line',
        'console.announcement_line',
        'console.appeal_line',
        'console.audit_line',
        'console.books_stop_line',
        'console.checkpoint_line',
        'console.factor_line',
        'console.identity_line',
        'console.ledger_total',
        'console.offering_line',
        'console.recharge_line',
        'console.request_line',
        'console.staff_line',
        'console.vote_line',
        'console.waiting',
        'console.withdrawal_line',
        'content.article',
        'content.article_text',
        'content.banner',
        'content.banner_down',
        'content.fixed_text',
        'support.message',
      ].map((name) => `${name} SELECT`),
    );
    const columns = await database.admin.query(
      't.columns',
      `SELECT FROM information_schema.column_privileges WHERE grantee = 'khara_console' AND privilege_type <> 'SELECT'`,
    );
    expect(columns).toEqual([]);
    const members = await database.admin.query(
      't.memberships',
      `SELECT FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.member WHERE r.rolname = 'khara_console'`,
    );
    expect(members).toEqual([]);
  });

  it.each(['khara_console', 'khara_app', 'khara_job', 'khara_staff'] as const)(
    'write the back office’s books by hand: %s',
    async (role) => {
      const client = new pg.Client(database.connection(role));
      await client.connect();
      try {
        for (const statement of [
          `INSERT INTO console.request (action, subject, payload, reason, maker, at) VALUES ('offering.withdraw', 'x', '{}', 'review', 'S1', 1)`,
          `UPDATE console.request SET state = 'approved', checker = 'S2', decided_at = 1, decision_reason = 'review'`,
          `DELETE FROM console.request`,
          `INSERT INTO console.audit (actor, action, subject, reason, at) VALUES ('S1', 'x', 'x', 'x', 1)`,
          `DELETE FROM console.audit`,
          `UPDATE console.staff SET password_hash = 'x'`,
          `INSERT INTO console.staff (number, name, password_hash, created_at) VALUES ('S8', 'mallory', 'x', 1)`,
          `SELECT console.write_down('S1', 'x', 'x', 'x', NULL, 1)`,
          `SELECT ledger.record_cause('S1', 'nobody has agreed to this')`,
          ...(role === 'khara_staff'
            ? [`SELECT phone FROM accounts.member`, `SELECT console.decide_request('', 1, true, 'x', 1)`]
            : [
                `INSERT INTO console.session (token_hash, staff, created_at, last_seen_at) VALUES (sha256('x'), 'S1', 1, 1)`,
                `UPDATE console.session SET ended_at = NULL`,
                `SELECT password_hash FROM console.staff`,
                `SELECT token_hash FROM console.session`,
                `SELECT body FROM console.second_factor`,
                `SELECT hash FROM console.recovery_code`,
                `SELECT console.add_first_staff('{S8}', '{mallory}', '{x}', 1)`,
              ]),
        ]) {
          await expect(client.query(statement), statement).rejects.toMatchObject({ code: DENIED });
        }
      } finally {
        await client.end();
      }
    },
  );

  it('add a person to the back office once it has one', async () => {
    const begun = await office.deps.door.query<{ added: boolean }>(
      't.begin',
      `SELECT console.add_first_staff('{S8,S9}', '{mallory,trudy}', '{x,x}', 1) AS added`,
    );
    expect(begun).toEqual([{ added: false }]);
    const staff = await database.admin.query<{ name: string }>('t.staffed', 'SELECT name FROM console.staff');
    expect(staff.map(({ name }) => name).sort()).toEqual(['asha', 'bela', 'chand']);
  });

  it('agree with themselves, undo a request or a decision, or touch the audit: not even the owner of the tables', async () => {
    const member = await newMember(office.app);
    const other = await newMember(office.app);
    await agreeOn(await toCertify(other.userId)); // one that is carried out, beside one that waits
    const { id } = await office.asha.get('consoleRequest', await toCertify(member.userId));
    const client = new pg.Client(database.connection('postgres'));
    await client.connect();
    try {
      const itself = `UPDATE console.request SET state = 'approved', checker = maker, decided_at = 1, decision_reason = 'review' WHERE id = ${id}`;
      await expect(client.query(itself)).rejects.toMatchObject({ code: '23514', constraint: 'request_maker_checker' });
      for (const statement of [
        `UPDATE console.request SET payload = '{"approve": false}' WHERE id = ${id}`,
        `UPDATE console.request SET state = 'carried_out', carried_at = 1, checker = 'S2', decided_at = 1, decision_reason = 'x' WHERE id = ${id}`,
        `UPDATE console.request SET state = 'open', checker = NULL, decided_at = NULL, decision_reason = NULL, carried_at = NULL WHERE state = 'carried_out'`,
        'DELETE FROM console.request',
        'TRUNCATE console.request',
        `UPDATE console.audit SET actor = 'S9'`,
        'DELETE FROM console.audit',
        'TRUNCATE console.audit',
        'DELETE FROM console.staff',
      ]) {
        await expect(client.query(statement), statement).rejects.toMatchObject({ code: DENIED });
      }
    } finally {
      await client.end();
    }
  });

  it('act with a token that is not alive, whatever the server says', async () => {
    const request = office.deps.backOffice.query(
      'console.add_request',
      'SELECT console.add_request($1, $2, $3, $4, $5, $6) AS id',
      [Buffer.alloc(32), 'offering.withdraw', 'x', '{}', 'review', office.world.clock.now()],
    );
    await expect(request).rejects.toMatchObject({ code: DENIED });
  });
});

describe('sessions by the database’s clock', () => {
  const plain = useTestDatabase({ provesBooks: false });
  const MINUTE = 60_000;
  const TOO_FAR = '22008';
  /**
   * Asks as the back office's role with a session that was used last that long ago, and says that it is
   * ms past now.
   */
  async function asked(lastSeenMsAgo: number, saidLater: number): Promise<unknown> {
    const now = Date.now();
    const token = Buffer.from(`${lastSeenMsAgo} ${saidLater}`.padEnd(32));
    await plain.admin.query(
      't.staff',
      `INSERT INTO console.staff (number, name, password_hash, created_at) VALUES ('S1', 'asha', 'x', 1) ON CONFLICT DO NOTHING`,
    );
    await plain.admin.query(
      't.session',
      `INSERT INTO console.session (token_hash, staff, created_at, last_seen_at) VALUES ($1, 'S1', $2, $3)`,
      [token, now - 60 * MINUTE, now - lastSeenMsAgo],
    );
    const client = new pg.Client(plain.connection('khara_console'));
    await client.connect();
    try {
      const call = 'SELECT console.add_request($1, $2, $3, $4, $5, $6) AS id';
      const { rows } = await client.query<{ id: unknown }>(call, [
        token,
        'appeal.decide',
        'none',
        '{}',
        'review',
        now + saidLater,
      ]);
      return rows[0]!.id;
    } catch (error) {
      return error instanceof pg.DatabaseError ? error.code : error;
    } finally {
      await client.end();
    }
  }

  it('are not brought back to life by naming an earlier instant', async () => {
    expect(await asked(1 * MINUTE, 0), 'alive: there is only no such appeal').toBeNull();
    expect(await asked(20 * MINUTE, 0)).toBe(DENIED);
    expect(await asked(20 * MINUTE, -19 * MINUTE)).toBe(TOO_FAR);
    expect(await asked(1 * MINUTE, 20 * MINUTE)).toBe(TOO_FAR);
  });
});
