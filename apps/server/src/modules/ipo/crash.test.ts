import { describe, expect, it } from 'vitest';
import { createTestDatabase, provesTheBooks } from '#test/database.ts';
import { granted, recharge } from '#test/ledger-fixtures.ts';
import { newApplicant, openPrimaryMarket } from '#test/primary-market.ts';
import type { Db } from '#src/db.ts';
import { runOfferings } from './index.ts';

/** More contacts with the database than there are. */
const NEVER = 4_000;
const ID = 'IPO-NABHODEEP-0';

class Killed extends Error {}

/** A database whose server dies at its n-th transaction or statement: before it, or after it was committed and before anybody heard. */
function dying(db: Db, after: number, heard: 'before' | 'after'): Db {
  let left = after;
  const die = async <T>(work: () => Promise<T>): Promise<T> => {
    left -= 1;
    if (left > 0) return work();
    if (left === 0 && heard === 'after') await work();
    throw new Killed('killed');
  };
  return {
    ...db,
    query: (name, text, params) => die(() => db.query(name, text, params)),
    transaction: (work) => die(() => db.transaction(work)),
    snapshot: (work) => db.snapshot(work),
    close: () => db.close(),
  };
}

type Outcome = { readonly allotment: string; readonly money: string; readonly kills: number };

/** The same lottery of the same members, with the server killed again and again between close and listing at every n-th contact with the database. */
async function lotteryWith(every: number): Promise<Outcome> {
  const database = await createTestDatabase();
  try {
    const primary = openPrimaryMarket(database.app, { seeds: ['NABHODEEP'], demand: 300, random: 'the same chance' });
    const { deps } = primary;
    await primary.run();
    await primary.goTo('2026-11-20T10:00');
    for (let index = 0; index < 40; index += 1) {
      // The id and the request decide about the commitment; both are the same in every run.
      const member = newApplicant(deps, `member-${String(index).padStart(4, '0')}`);
      await recharge(database.app, member.userId, 100_000_000n);
      await granted(
        Promise.resolve(member.subscribe({ id: ID, lots: 1 + (index % 13), requestId: `request-${index}` })),
      );
    }
    let kills = 0;
    for (const stamp of ['2026-11-20T11:13', '2026-11-20T12:00', '2026-11-23T15:30', '2026-11-25T09:00']) {
      primary.moveTo(stamp);
      for (let contact = every; contact < NEVER; contact += every) {
        const heard = kills % 2 === 0 ? 'before' : 'after';
        try {
          await runOfferings({ ...deps, db: dying(database.app, contact, heard) });
          break;
        } catch (error) {
          if (!(error instanceof Killed)) throw error;
          kills += 1;
        }
      }
      await primary.run();
    }
    await provesTheBooks(database.job);
    const [row] = await database.app.query<{ allotment: string; money: string; open: bigint }>(
      'test.outcome',
      `SELECT string_agg(a.id || ' ' || a.state || ' ' || a.rank || ' ' || a.allotted_shares || ' ' || a.paid_paise, ';' ORDER BY a.number) AS allotment,
         (SELECT string_agg(owner || ' ' || asset || ' ' || code || ' ' || balance, ';' ORDER BY owner, asset, code) FROM ledger.account WHERE tracked) AS money,
         count(*) FILTER (WHERE a.state NOT IN ('signed', 'failed_lots')) AS open
       FROM ipo.application a`,
    );
    expect(row!.open).toBe(0n);
    return { allotment: row!.allotment, money: row!.money, kills };
  } finally {
    await database.drop();
  }
}

describe('a server killed between the close of a lottery and its listing', () => {
  it('gives the same allotment, and each application is resolved once', async () => {
    const whole = await lotteryWith(NEVER);
    expect(whole.allotment).toContain('signed');
    expect(whole.allotment).toContain('failed_lots');
    const killed = await lotteryWith(2);
    expect(killed.kills).toBeGreaterThan(20);
    expect(killed.allotment).toBe(whole.allotment);
    expect(killed.money).toBe(whole.money);
  });
});
