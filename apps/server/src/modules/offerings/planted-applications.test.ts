import { describe, expect, it } from 'vitest';
import type { Tx } from '#src/ports/database.ts';
import { verifyDraws } from '#src/verify/draws.ts';
import { verifyRecordedRows } from '#src/verify/recorded-rows.ts';
import { useTestDatabase } from '#test/database.ts';
import { testDeps } from '#test/deps.ts';
import { granted } from '#test/ledger-fixtures.ts';
import { openOfferings } from '#test/offerings-market.ts';

/* A list that is still open decides what is paid: what no member asked for is named, and the list goes no further. */

const ID = 'IPO-NABHODEEP-0';

/** Statements by which a superuser changes the open list; `rival` and `own` are their applications. */
type Names = { readonly victim: string; readonly rival: string; readonly own: string };
const BY_HAND: readonly (readonly [name: string, found: string, sql: (of: Names) => readonly string[]])[] = [
  [
    'one is there of a member who never asked',
    'applications_recorded',
    ({ victim, rival }) => [
      `SELECT ledger.hold_open(NULL, NULL, 'apply_hold', 'apply-' || o.id || '-' || lpad(o.next_number::text, 6, '0') || '-0', 'user',
         '2026-11-20', 'u:${victim}', 'INR', a.held_paise)
       FROM offerings.offering o JOIN offerings.application a ON a.id = '${rival}' AND o.id = a.offering_id`,
      `INSERT INTO offerings.application (id, offering_id, kind, number, user_id, request_id, who, lots, price_paise, amount_paise, held_paise, hold_id,
         at_ms, market_date, updated_ms, charges_paise, charges_stt_paise)
       SELECT o.id || '-' || lpad(o.next_number::text, 6, '0'), o.id, o.kind, o.next_number, '${victim}', 'planted', sha256('x'), a.lots, a.price_paise,
         a.amount_paise, a.held_paise, 'apply-' || o.id || '-' || lpad(o.next_number::text, 6, '0') || '-0', a.at_ms, a.market_date, a.updated_ms, 0, 0
       FROM offerings.offering o JOIN offerings.application a ON a.id = '${rival}' AND o.id = a.offering_id`,
      `INSERT INTO offerings.request (user_id, call, request_id, req, application_id, at_ms)
       SELECT '${victim}', 'subscribe', 'planted', sha256('x'), a.id, a.at_ms FROM offerings.application a WHERE a.request_id = 'planted'`,
      `UPDATE offerings.offering SET next_number = next_number + 1, applications = applications + 1,
         lots = lots + (SELECT a.lots FROM offerings.application a WHERE a.request_id = 'planted') WHERE id = '${ID}'`,
    ],
  ],
  [
    'a rival asked for less',
    'applications_recorded',
    ({ rival }) => [
      `UPDATE offerings.application SET lots = 1 WHERE id = '${rival}'`,
      `UPDATE offerings.offering SET lots = lots - 2 WHERE id = '${ID}'`,
    ],
  ],
  [
    'the own one is for more, with the money of what it was',
    'applications_recorded',
    ({ own }) => [
      `UPDATE offerings.application SET lots = 12, amount_paise = 6 * amount_paise WHERE id = '${own}'`,
      `UPDATE offerings.offering SET lots = lots + 10 WHERE id = '${ID}'`,
    ],
  ],
  [
    'it draws by another commitment, of another request',
    'applications_recorded',
    ({ own }) => [
      `UPDATE offerings.application SET who = sha256('lucky'), request_id = 'lucky' WHERE id = '${own}'`,
      `UPDATE offerings.request SET request_id = 'lucky' WHERE application_id = '${own}'`,
    ],
  ],
  [
    'a rival has taken theirs back',
    'applications_recorded',
    ({ rival }) => [
      `SELECT ledger.hold_release(NULL, NULL, 'apply_release', hold_id, 'user', '2026-11-20', hold_id) FROM offerings.application WHERE id = '${rival}'`,
      `UPDATE offerings.offering SET lots = lots - 3, applications = applications - 1 WHERE id = '${ID}'`,
      `UPDATE offerings.application SET state = 'cancelled', held_paise = 0 WHERE id = '${rival}'`,
    ],
  ],
  [
    'all simulated applicants are gone',
    'lists_recounted',
    () => [
      `DELETE FROM offerings.simulated_run WHERE offering_id = '${ID}'`,
      `UPDATE offerings.offering SET applications = applications - arrived, arrived = 0, simulated = 0,
         lots = (SELECT sum(a.lots) FROM offerings.application a WHERE a.offering_id = '${ID}') WHERE id = '${ID}'`,
    ],
  ],
  [
    'numbers say that fewer simulated applicants came',
    'lists_recounted',
    () => [
      `UPDATE offerings.offering SET applications = applications - 5, arrived = arrived - 5 WHERE id = '${ID}'`,
      `UPDATE offerings.simulated_run SET count = count - 5 WHERE offering_id = '${ID}' AND count > 5`,
    ],
  ],
];

async function run(tx: Tx, statements: readonly string[]): Promise<void> {
  for (const [at, sql] of statements.entries()) await tx.query(`test.by_hand.${at}`, sql);
}

describe('a list that is open', () => {
  const database = useTestDatabase({ per: 'test', provesBooks: false });
  const wrong = async (): Promise<readonly string[]> => {
    const { keys } = testDeps();
    const found = [...(await verifyDraws(database.admin, keys)), ...(await verifyRecordedRows(database.admin, keys))];
    const names = found.filter(({ violations }) => violations > 0).map(({ name }) => name);
    return names.filter((name) => name !== 'accounts_recorded'); // members of a test have no record
  };
  const open = async () => {
    const offerings = openOfferings(database.app, { seeds: ['NABHODEEP'], demand: 110 });
    await offerings.run();
    await offerings.goTo('2026-11-20T10:00');
    const [rival, own, victim] = [await offerings.member(), await offerings.member(), await offerings.member()];
    const [of, mine] = [
      await granted(Promise.resolve(rival.subscribe({ id: ID, lots: 3 }))),
      await granted(Promise.resolve(own.subscribe({ id: ID, lots: 2 }))),
    ];
    await offerings.goTo('2026-11-20T10:30');
    return { offerings, rival, names: { victim: victim.userId, rival: of.id, own: mine.id } };
  };

  it.each(BY_HAND)('is named and not frozen when %s', async (_, found, sql) => {
    const { offerings, rival, names } = await open();
    expect(await wrong()).toEqual([]);
    await database.admin.transaction((tx) => run(tx, sql(names)));
    expect(await wrong()).toContain(found);
    await offerings.goTo('2026-11-20T12:00');
    await offerings.goTo('2026-11-23T15:30');
    expect(await rival.offering(ID)).toMatchObject({ state: 'in_progress' });
    const paid = await database.app.query(
      'test.paid',
      `SELECT 1 AS one FROM ledger.entry WHERE kind IN ('allot_pay', 'sign_pay')`,
    );
    expect(paid).toEqual([]);
  });
});
