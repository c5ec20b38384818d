import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LANGUAGES, type Data } from '@khara/contract';
import { checkDrawRecords, earlierWitness, readDrawProof, roundDueAt, verifyDraw, whoHash } from '@khara/lottery';
import { offerBps } from '@khara/offerings';
import { hex } from '@khara/proof';
import { textsFor } from '@khara/texts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeRecorded, sealLog } from '#modules/ledger/index.ts';
import { useTestDatabase } from '#test/database.ts';
import { TestClock } from '#test/deps.ts';
import { balances, granted } from '#test/ledger-fixtures.ts';
import { openOfferings, sellUnarrived } from '#test/offerings-market.ts';
import type { Db } from '#src/ports/database.ts';
import type { EntropySource } from '#src/ports/draws.ts';
import { verifyDraws } from '#src/verify/draws.ts';
import { SANDBOX_KEY } from './access-keys.ts';
import { handlers } from './handlers.ts';
import { readLockIn } from '#modules/portfolio/index.ts';
import { withdrawOffering } from './release-applications.ts';
import { drawDue } from './draw-offerings.ts';
import { liveOfferings, offeringById, OFFERINGS } from './offering-store.ts';

const NABHODEEP = 'IPO-NABHODEEP-0';
const VAIDURYA = 'IPO-VAIDURYA-0';
const ROHIDA = 'IPO-ROHIDA-0';
const TAMRALIPTI = 'OFS-TAMRALIPTI-0';
const KIRANMALA = 'PP-KIRANMALA-0';
const PATTAL = 'BLK-PATTAL-0';

const refusalOf = async (call: Promise<{ refused?: string | undefined }> | { refused?: string | undefined }) =>
  (await call).refused;

/** A member's bill, oldest first. */
async function billOf(offerings: ReturnType<typeof openOfferings>, userId: string): Promise<readonly string[]> {
  const lines = await offerings.deps.db.query<{ businessType: string; amount: bigint }>(
    'test.bill',
    `SELECT business_type, amount FROM ledger.bill_line WHERE owner = 'u:' || $1 AND business_type <> 'recharge' ORDER BY seq`,
    [userId],
  );
  return lines.map((line) => `${line.businessType} ${line.amount}`);
}

/** What a member's position and lot of a share say it cost: price, charges, and of these STT. */
async function costsOf(offerings: ReturnType<typeof openOfferings>, userId: string): Promise<readonly object[]> {
  return offerings.deps.db.query(
    'test.costs',
    `SELECT p.cost_paise AS cost, p.buy_charges_paise AS held, p.charges_paise AS charges, l.cost_paise AS lot, l.charges_paise AS lot_charges, l.stt_paise AS stt
     FROM trading.position_now p JOIN trading.lot l ON l.user_id = p.user_id AND l.asset = p.asset WHERE p.user_id = $1`,
    [userId],
  );
}

/** Contradictions that the checks of the database find. The money of these tests comes from no recharge. */
const contradictions = (offerings: ReturnType<typeof openOfferings>) =>
  offerings.deps.db.query(
    'test.contradictions',
    `SELECT name, sample FROM audit.check_all() WHERE violations > 0 AND name NOT LIKE 'unsealed%'
     UNION ALL SELECT name, sample FROM checks.module_checks() WHERE violations > 0 AND name <> 'recharge_matches_ledger'`,
  );

/** What `npm run verify-draw` ends with, and says in the end. */
function rerun(proof: Data<'drawProof'>, ...key: readonly string[]): [code: number | null, said: string | undefined] {
  const directory = mkdtempSync(path.join(tmpdir(), 'khara-draw-'));
  try {
    const file = path.join(directory, 'proof.json');
    writeFileSync(file, JSON.stringify(proof));
    const command = path.join(import.meta.dirname, '../../../bin/verify-draw.ts');
    const { status, stdout } = spawnSync(process.execPath, [command, file, ...key], { encoding: 'utf8' });
    return [status, stdout.split('\n').find((line) => line.startsWith('The draw'))];
  } finally {
    rmSync(directory, { recursive: true });
  }
}

describe('a new market', () => {
  const database = useTestDatabase();
  let offerings: ReturnType<typeof openOfferings>;
  beforeAll(async () => {
    offerings = openOfferings(database.app, { demand: 110 });
    await offerings.run();
    offerings.moveTo('2026-11-20T09:16');
    await offerings.run();
    await offerings.run();
  });

  it('has an offering in every state within seconds, and stays so however often it is run', async () => {
    const rows = await database.app.query<{ state: string; code: string }>(
      'test.states',
      'SELECT state, code FROM offerings.offering ORDER BY code',
    );
    expect(new Set(rows.map(({ state }) => state))).toEqual(
      new Set(['coming_soon', 'in_progress', 'allotting', 'pending_listing', 'listed_today', 'listed']),
    );
    const records = await database.app.query<{ type: string; count: bigint }>(
      'test.records',
      'SELECT type, count(*) FROM ledger.record GROUP BY type ORDER BY type',
    );
    expect(records).toEqual([
      { type: 'draw.close', count: 4n },
      { type: 'draw.result', count: 3n },
      { type: 'offering.open', count: 9n },
      { type: 'offering.terms', count: 22n }, // of 13 that are planned, and of those that opened
    ]);
  });

  it('tells a past of what was over when it began: opened, closed, allotted, signed and listed in that order', async () => {
    const asha = await offerings.member();
    for (const id of ['IPO-ROHIDA-0', 'OFS-LOHAPATH-0', 'OFS-PAHATGREEN-0']) {
      const offering = await asha.offering(id);
      const { opensAt, closesAt, allotmentAt, signingEndsAt, listingAt } = offering;
      const order = [opensAt, closesAt, allotmentAt, signingEndsAt ?? allotmentAt, listingAt];
      expect([id, order]).toEqual([id, order.toSorted((a, b) => a - b)]);
      const market = [offering.opensMarketTime, offering.closesMarketTime, offering.allotmentMarketTime];
      expect([id, market]).toEqual([id, market.toSorted()]);
      expect(market.every((time) => /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(time))).toBe(true);
      expect(closesAt).toBeLessThan(offerings.deps.clock.now());
    }
  });

  it('has sealed what a superuser could change, so it shows: a seed before and after its hash, a list, terms', async () => {
    const checks = 'SELECT name, sample FROM offerings.check_sealed() WHERE violations > 0';
    expect(await database.admin.query('test.whole', checks)).toEqual([]);
    const found: string[] = [];
    for (const [set, where] of [
      [`seed = sha256('x')`, `state = 'in_progress'`],
      [`seed = sha256('x')`, `drawn_ms IS NOT NULL`],
      [
        `seed = sha256('x'), seed_hash = sha256(ledger.lp('khara/draw/seed/1') || ledger.lp(id) || sha256('x'))`,
        'true',
      ],
      [`list_root = sha256('x')`, `drawn_ms IS NOT NULL`],
      [`mode = 'another'`, `drawn_ms IS NOT NULL AND kind <> 'block'`],
      ['price_paise = price_paise / 2', 'true'],
      [`code = 'OTHER'`, `kind = 'ipo'`],
      [`entropy_round = entropy_round + 1`, 'true'],
    ]) {
      await database.admin
        .transaction(async (tx) => {
          await tx.query('test.open', 'ALTER TABLE offerings.offering DISABLE TRIGGER ALL');
          const id = `(SELECT min(id) FROM offerings.offering WHERE open_hash IS NOT NULL AND ${where})`;
          await tx.query(`test.change.${found.length}`, `UPDATE offerings.offering SET ${set} WHERE id = ${id}`);
          const [row] = await tx.query<{ name: string; sample: string }>('test.whole', checks);
          found.push(row?.sample.replace(/^.*: /, '') ?? 'nothing');
          throw new Error('undone');
        })
        .catch((error: unknown) => expect(String(error)).toContain('undone'));
    }
    const says = ['seed', 'seed', 'terms', 'list or seed', 'result', 'terms', 'terms', 'terms'].map(
      (what) => `its ${what} is not what the log says`,
    );
    expect(found).toEqual(says);
  });

  it('keeps from the server itself what is sealed: what is paid, who may apply, and when', async () => {
    for (const [at, set] of [
      'key_hash = NULL',
      'discount_bps = discount_bps + 500',
      'issue_paise = issue_paise / 2',
      'reserved_shares = reserved_shares + 1000',
      'listing_date = listing_date + 1',
    ].entries()) {
      const where = `open_hash IS NOT NULL AND kind = 'private_placement'`;
      const edit = database.app.query(`test.reterm.${at}`, `UPDATE offerings.offering SET ${set} WHERE ${where}`);
      await expect(edit, set).rejects.toThrow('are sealed');
    }
  });
});

describe('a market that has gone on for days', () => {
  const database = useTestDatabase();

  it('tells its sectors and stories in the language of the reader, also of what the calendar makes by rule', async () => {
    const offerings = openOfferings(database.app, { demand: 110 });
    await offerings.run();
    const asha = await offerings.member();
    for (const day of ['2026-11-27', '2026-12-01', '2026-12-04']) await offerings.goTo(`${day}T10:00`);
    const answers = await Promise.all(
      (['en', 'hi', 'zh-Hant', 'zh-Hans'] as const).map(async (language) => {
        const answer = await granted(
          Promise.resolve(handlers.newStocks(offerings.deps, { ...asha.caller, language }, { size: 100 })),
        );
        return answer.list;
      }),
    );
    const [english, ...others] = answers;
    expect(english!.filter(({ id }) => id.startsWith('IPO-')).length).toBeGreaterThan(10);
    expect(english!.find(({ id }) => id === NABHODEEP)?.description).toContain('star trackers');
    for (const list of others) {
      for (const [index, { description, sector, id }] of list.entries()) {
        expect(id).toBe(english![index]!.id);
        expect([sector, description]).not.toContain('');
        expect(sector).not.toBe(english![index]!.sector);
        // Names of invented places stay out of Latin letters too.
        expect(description).toMatch(/^[^a-z]*$/);
      }
    }
  });
});

/** A market in which one issue has been listed, and the lottery of another takes applications. */
async function openLottery(db: Db): Promise<ReturnType<typeof openOfferings>> {
  const offerings = openOfferings(db, { seeds: ['NABHODEEP', 'ROHIDA'], demand: 300 });
  await offerings.run();
  await offerings.goTo('2026-11-20T10:00');
  return offerings;
}

describe('a lottery that is open', () => {
  const database = useTestDatabase();
  let offerings: ReturnType<typeof openOfferings>;
  beforeAll(async () => {
    offerings = await openLottery(database.app);
  });

  it('is sealed before the first application, tells honest odds, and blocks what is asked for', async () => {
    const asha = await offerings.member();
    const before = await asha.offering(NABHODEEP);
    expect(before).toMatchObject({
      state: 'in_progress',
      issuePrice: '476.00',
      cutOff: true,
      allotmentRule: 'retail_lottery',
    });
    expect(before.drawCommitment).toMatch(/^[0-9a-f]{64}$/);
    expect(before.odds?.moreLotsHelp).toBe(false);
    const applied = await granted(Promise.resolve(asha.subscribe({ id: NABHODEEP, lots: 2 })));
    expect(applied).toMatchObject({ state: 'subscribed', amount: '29512.00', frozenAmount: '29512.00', lots: 2 });
    expect(applied.receipt.signature).toMatch(/^[0-9a-f]{128}$/);
    expect(applied.id).toMatch(/^IPO-NABHODEEP-0-\d{6}$/);
    expect(await balances(database.app, asha.userId)).toEqual({ 101: 97_048_800n, 103: 2_951_200n });
    expect((await asha.offering(NABHODEEP)).myApplicationId).toBe(applied.id);
  });

  it('refuses in words of the specification, and answers a repeat with the first answer', async () => {
    const bela = await offerings.member(3_000_000n);
    expect(await refusalOf(bela.subscribe({ id: NABHODEEP, lots: 14 }))).toBe('lots_above_maximum');
    expect(await refusalOf(bela.subscribe({ id: 'IPO-NOBODY-0', lots: 1 }))).toBe('unknown_offering');
    expect(await refusalOf(bela.subscribe({ id: ROHIDA, lots: 1 }))).toBe('offering_not_open');
    expect(await refusalOf(bela.subscribe({ id: NABHODEEP, lots: 3, requestId: 'too-much-1' }))).toBe(
      'insufficient_funds',
    );
    expect(await refusalOf(bela.subscribe({ id: NABHODEEP, lots: 3, requestId: 'too-much-1' }))).toBe(
      'insufficient_funds',
    );
    const once = { id: NABHODEEP, lots: 1, requestId: 'bela-once' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => granted(Promise.resolve(bela.subscribe(once)))));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await refusalOf(bela.subscribe({ ...once, lots: 2 }))).toBe('request_id_reused');
    expect(await refusalOf(bela.subscribe({ id: NABHODEEP, lots: 1 }))).toBe('already_subscribed');
  });

  it('takes no money of the day’s sales that buys nothing before the next trading day', async () => {
    const [dev, day] = [await offerings.member(), '2026-11-20'];
    const once = { id: NABHODEEP, lots: 2, requestId: 'dev-too-much' };
    await sellUnarrived(database.app, dev.userId, day, 97_500_000n);
    expect(await refusalOf(dev.subscribe(once))).toBe('insufficient_funds');
    expect(await refusalOf(dev.subscribe(once)), 'a repeat is answered as before').toBe('insufficient_funds');
    const { id } = await granted(Promise.resolve(dev.subscribe({ id: NABHODEEP, lots: 1 })));
    expect(await refusalOf(dev.revise(id, 2))).toBe('insufficient_funds');
    expect((await dev.applications())[0]).toMatchObject({ lots: 1, frozenAmount: '14756.00' });
    expect(await balances(database.app, dev.userId)).toEqual({ 101: 98_524_400n, 103: 1_475_600n });
  });

  it('lets an application be changed and taken back until the close', async () => {
    const chitra = await offerings.member();
    const { id } = await granted(Promise.resolve(chitra.subscribe({ id: NABHODEEP, lots: 1 })));
    const revised = await granted(Promise.resolve(chitra.revise(id, 5)));
    expect(revised).toMatchObject({ id, lots: 5, frozenAmount: '73780.00' });
    expect(await refusalOf(chitra.revise(id, 14))).toBe('lots_above_maximum');
    expect(await granted(Promise.resolve(chitra.cancel(id)))).toMatchObject({
      state: 'cancelled',
      frozenAmount: '0.00',
    });
    expect(await granted(Promise.resolve(chitra.cancel(id)))).toMatchObject({ state: 'cancelled' });
    expect(await balances(database.app, chitra.userId)).toEqual({ 101: 100_000_000n });
    const notices = await database.app.query(
      'test.notices_of_applications',
      'SELECT key, params FROM notices.notice WHERE member_id = $1 ORDER BY id',
      [chitra.userId],
    );
    expect(notices).toEqual([
      { key: 'applicationMade', params: { code: 'NABHODEEP', lots: 1, amount: '14756.00' } },
      { key: 'applicationRevised', params: { code: 'NABHODEEP', lots: 5, amount: '73780.00' } },
      { key: 'applicationCancelled', params: { code: 'NABHODEEP', lots: 5, amount: '73780.00' } },
    ]);
    // Who has taken an application back may apply again, and has one application in the list.
    await granted(Promise.resolve(chitra.subscribe({ id: NABHODEEP, lots: 1 })));
  });
});

describe('a lottery', () => {
  const database = useTestDatabase();

  it('draws what can be drawn again; losers have their money back, winners sign, shares come before listing', async () => {
    const offerings = await openLottery(database.app);
    const members = await Promise.all(Array.from({ length: 60 }, () => offerings.member()));
    const requests = new Map<string, string>();
    for (const member of members) {
      const requestId = `request-${member.userId}`;
      const { id } = await granted(Promise.resolve(member.subscribe({ id: NABHODEEP, lots: 13, requestId })));
      requests.set(id, hex(whoHash(member.userId, requestId)));
    }
    await offerings.goTo('2026-11-20T11:12');
    const late = await offerings.member();
    expect(await refusalOf(late.subscribe({ id: NABHODEEP, lots: 1 }))).toBe('offering_not_open');
    expect(await refusalOf(members[0]!.cancel([...requests.keys()][0]!))).toBe('application_final');
    const notified = () => offerings.pushed.filter(({ type }) => type === 'draw').map(({ userId }) => userId);
    await expect.poll(notified).toEqual(expect.arrayContaining(members.map(({ userId }) => userId)));
    const closed = await granted(Promise.resolve(late.proof(NABHODEEP)));
    expect(closed.seed).toMatch(/^[0-9a-f]{64}$/);
    expect([closed.entropyValue, closed.allotted]).toEqual([null, null]);

    await offerings.goTo('2026-11-20T12:00');
    await sealLog({ db: database.app, clock: new TestClock(), keys: offerings.deps.keys });
    const proof = await granted(Promise.resolve(late.proof(NABHODEEP)));
    const everyRecord = { openProof: 'holds', closeProof: 'holds', resultProof: 'holds' };
    expect(checkDrawRecords(proof)).toEqual(everyRecord);
    const changed = { ...proof, seed: hex(new Uint8Array(32)) };
    expect(checkDrawRecords(changed)).toEqual({ ...everyRecord, closeProof: 'fails' });
    expect(rerun(proof)).toEqual([0, 'The draw holds.']);
    expect(rerun(proof, proof.log.publicKey)).toEqual([0, 'The draw holds.']);
    const notHeld = [1, 'The draw does NOT hold.'];
    expect(rerun(proof, '00'.repeat(32))).toEqual(notHeld);
    const { openProof } = proof;
    assert(openProof);
    const later = { ...openProof, note: openProof.note.replace('time 1', 'time 2') };
    expect(rerun({ ...proof, openProof: later })).toEqual(notHeld);
    const [code, said] = rerun({ ...proof, openProof: null, closeProof: null, resultProof: null });
    expect([code, said]).toEqual([1, expect.stringContaining('NOT shown')]);
    const verdict = verifyDraw(readDrawProof(proof));
    expect(verdict.steps).toMatchObject({ list_matches_root: true, allotment_follows: true });
    expect(verdict.holds).toBe(true);
    expect(proof.mode).toBe('draw_of_lots');
    for (const application of proof.applications) {
      const expected = requests.get(application.applicationId);
      if (expected) expect(application.who).toBe(expected);
    }
    const results = await Promise.all(members.map((member) => member.applications()));
    let winners = 0;
    for (const [index, [application]] of results.entries()) {
      const money = await balances(database.app, members[index]!.userId);
      expect(application!.rank).toBe(verdict.draw!.order.indexOf(application!.id) + 1);
      if (application!.state === 'failed_lots') expect(money).toEqual({ 101: 100_000_000n });
      else {
        winners += 1;
        expect(application).toMatchObject({
          state: 'winning_lots',
          winningLots: 1,
          lotsFailed: 12,
          frozenAmount: '14756.00',
        });
        expect(money).toEqual({ 101: 98_524_400n, 103: 1_475_600n });
      }
    }
    expect(winners).toBeGreaterThan(0);
    const first = results.findIndex(([application]) => application!.state === 'winning_lots');
    const winner = members[first]!;
    const won = results[first]![0]!;
    const signed = await granted(Promise.resolve(winner.sign(won.id)));
    expect(signed).toMatchObject({ state: 'signed', paidAmount: '14756.00', frozenAmount: '0.00' });
    expect(await refusalOf(winner.sign(won.id))).toBe('already_signed');
    const lost = results.findIndex(([application]) => application!.state === 'failed_lots');
    expect(await refusalOf(members[lost]!.sign(results[lost]![0]!.id))).toBe('nothing_allotted');

    // The window ends on the next day: who did nothing is signed, since the money is blocked already.
    await offerings.goTo('2026-11-23T15:30');
    const row = await offeringById(database.app, NABHODEEP);
    expect(row!.creditedAt).not.toBeUndefined();
    const shares = await balances(database.app, winner.userId, row!.asset);
    expect(shares).toEqual({ 120: 31n });
    const open = await database.app.query<{ count: bigint }>(
      'test.open',
      `SELECT count(*) FROM offerings.application WHERE offering_id = $1 AND state NOT IN ('signed', 'failed_lots', 'cancelled')`,
      [NABHODEEP],
    );
    expect(open[0]!.count).toBe(0n);
    const held = await database.app.query<{ count: bigint }>(
      'test.positions',
      `SELECT count(*) FROM trading.position WHERE code = 'NABHODEEP' AND quantity = 31`,
    );
    expect(Number(held[0]!.count)).toBeGreaterThanOrEqual(winners);
  });
});

describe('an issue that finds too few', () => {
  const database = useTestDatabase({ per: 'test' });
  const id = 'IPO-KINHALHOME-2';
  const closed = async (demandHundredths?: number) => {
    const offerings = openOfferings(database.app, { seeds: ['KINHALHOME'] });
    await offerings.run();
    await offerings.goTo('2026-11-24T10:00');
    if (demandHundredths !== undefined)
      await database.admin.transaction((tx) =>
        changeRecorded(tx, OFFERINGS, { id, act: 'planned' }, async () => {
          await tx.query('test.demand', 'UPDATE offerings.offering SET demand_hundredths = $1', [demandHundredths]);
          return true;
        }),
      );
    await offerings.goTo('2026-11-25T10:00');
    const asha = await offerings.member();
    await granted(Promise.resolve(asha.subscribe({ id, lots: 3 })));
    await offerings.goTo('2026-11-27T15:31');
    return { offerings, asha };
  };
  const drawn = async (demandHundredths?: number) => {
    const issue = await closed(demandHundredths);
    await issue.offerings.goTo('2026-11-27T15:51');
    return issue;
  };

  it('fails under 90 % of the shares on offer: nothing is allotted or listed, and all money goes back', async () => {
    const { offerings, asha } = await drawn();
    expect(await asha.offering(id)).toMatchObject({ state: 'lapsed', lapsedFor: 'undersubscribed' });
    const [application] = await asha.applications();
    expect(application).toMatchObject({
      state: 'lapsed',
      offeringState: 'lapsed',
      frozenAmount: '0.00',
      winningLots: 0,
    });
    expect(await balances(database.app, asha.userId)).toEqual({ 101: 100_000_000n });
    const notices = await database.app.query(
      'test.notices',
      `SELECT key FROM notices.notice WHERE member_id = $1 AND key IN ('offeringFailed', 'offeringLapsed', 'offeringWithdrawn')`,
      [asha.userId],
    );
    expect(notices).toEqual([{ key: 'offeringFailed' }]);
    await offerings.goTo('2026-12-03T09:00');
    expect((await asha.offering(id)).state).toBe('lapsed');
    expect(await contradictions(offerings)).toEqual([]);
  });

  it('gives from 90 % on each applicant the whole request, at a price below the cap, and the rest back', async () => {
    const { asha } = await drawn(92);
    const [application] = await asha.applications();
    expect(application).toMatchObject({ state: 'winning_lots', winningLots: 3, lotsFailed: 0 });
    const price = application!.allotmentPrice!;
    expect(Number(price)).toBeLessThan(280);
    expect(Number(price)).toBeGreaterThanOrEqual(266);
    expect(application!.frozenAmount).toBe((Number(price) * 156).toFixed(2));
    // What the page says of it agrees.
    const offering = await asha.offering(id);
    expect(offering).toMatchObject({
      issuePrice: price,
      discountedPrice: price,
      discountRate: '0.00',
      lapsedFor: null,
    });
  });

  it('is decided by its sealed list: neither by a count beside it, nor by a list that was changed since', async () => {
    const { offerings, asha } = await closed(92);
    const byHand = (sql: string) => database.admin.query(`test.by_hand ${sql}`, sql);
    for (const table of ['application', 'offering']) await byHand(`ALTER TABLE offerings.${table} DISABLE TRIGGER ALL`);
    await byHand(`UPDATE offerings.offering SET lots = 1 WHERE list_root IS NOT NULL`);
    await byHand(`UPDATE offerings.application SET lots = lots + 1`);
    await offerings.goTo('2026-11-27T15:51');
    expect((await asha.applications())[0]).toMatchObject({ state: 'subscribed' });
    await byHand(`UPDATE offerings.application SET lots = lots - 1`);
    await byHand(`UPDATE offerings.simulated_run SET count = count + 1`);
    await expect(offerings.run()).rejects.toThrow('are not the list that the log has');
    await byHand(`UPDATE offerings.simulated_run SET count = count - 1`);
    await offerings.run();
    expect((await asha.applications())[0]).toMatchObject({ state: 'winning_lots', winningLots: 3 });
    const found = await verifyDraws(database.admin, offerings.deps.keys);
    expect(found.filter(({ violations }) => violations > 0).map(({ name }) => name)).toEqual([
      'lists_recounted',
      'draws_run_again',
    ]);
  });
});

describe('an offer for sale', () => {
  const database = useTestDatabase();

  it('blocks all of it, binds without a signature, and is paid for and credited at the close of T+1', async () => {
    const offerings = openOfferings(database.app, { seeds: ['TAMRALIPTI'] });
    await offerings.run();
    const [asha, poor] = [await offerings.member(), await offerings.member(15_000_000n)];
    const applied = await granted(Promise.resolve(asha.subscribe({ id: TAMRALIPTI, lots: 17 })));
    // With its charges: nothing is left to pay, so there is no default.
    expect(applied).toMatchObject({ amount: '195610.50', charges: '232.33', frozenAmount: '195842.83' });
    expect(await refusalOf(poor.subscribe({ id: TAMRALIPTI, lots: 17 }))).toBe('insufficient_funds');
    expect(await asha.offering(TAMRALIPTI)).toMatchObject({ upfrontRate: '100.00', signingEndsAt: null });
    await offerings.goTo('2026-11-20T15:31');
    await offerings.goTo('2026-11-20T15:51');
    const [allotted] = await asha.applications();
    const cost = BigInt(allotted!.allottedShares) * 115_065n;
    // 70 shares for Rs 80,545.50: STT 81, exchange 2.47, SEBI 0.08, stamp duty 12, GST on the two fees 0.46.
    expect(allotted).toMatchObject({ state: 'winning_lots', winningLots: 7, charges: '96.01', unpaidAmount: '0.00' });
    expect(allotted).toMatchObject({ frozenAmount: '80641.51', signingEndsAt: null, canCancel: false });
    expect(await refusalOf(asha.sign(allotted!.id))).toBe('already_signed');
    expect(await balances(database.app, asha.userId)).toEqual({
      101: 100_000_000n - cost - 9_601n,
      103: cost + 9_601n,
    });
    await offerings.goTo('2026-11-23T15:29');
    expect((await asha.applications())[0]).toMatchObject({ state: 'winning_lots' });
    await offerings.goTo('2026-11-23T15:30');
    expect((await asha.applications())[0]).toMatchObject({ state: 'signed', paidAmount: '80641.51' });
    expect(await billOf(offerings, asha.userId)).toEqual(['placement -8054550', 'charges -9601']);
    const proof = await granted(Promise.resolve(asha.proof(TAMRALIPTI)));
    expect(proof.version).toBe('khara/prorata/1');
    expect(verifyDraw(readDrawProof(proof)).holds).toBe(true);
    await offerings.goTo('2026-11-26T09:00');
    expect((await asha.offering(TAMRALIPTI)).state).toBe('listed_today');
    await offerings.goTo('2026-11-27T09:00');
    expect((await asha.offering(TAMRALIPTI)).state).toBe('listed');
    expect(await costsOf(offerings, asha.userId)).toEqual([
      { cost: 8_054_550n, held: 9_601n, charges: 9_601n, lot: 8_054_550n, lotCharges: 9_601n, stt: 8_100n },
    ]);
    expect(await contradictions(offerings)).toEqual([]);
  });
});

describe('an offering with an access key', () => {
  const database = useTestDatabase({ per: 'test' });
  let offerings: ReturnType<typeof openOfferings>;
  beforeEach(async () => {
    offerings = openOfferings(database.app, { seeds: ['PATTAL', 'KIRANMALA', 'KSHIPRABK'] });
    await offerings.run();
  });

  it('shows its terms only behind the key, and is paused by five wrong ones for that member alone', async () => {
    const asha = await offerings.member();
    const bela = await offerings.member();
    expect(await asha.offering(PATTAL)).toMatchObject({
      locked: true,
      issuePrice: null,
      discountRate: null,
      marketPrice: '463.90',
    });
    expect(await refusalOf(asha.subscribe({ id: PATTAL, lots: 4 }))).toBe('access_key_required');
    for (let tries = 0; tries < 4; tries += 1) {
      expect(await refusalOf(asha.enterKey(PATTAL, 'GUESS'))).toBe('access_key_wrong');
    }
    expect(await refusalOf(asha.enterKey(PATTAL, 'GUESS'))).toBe('access_key_paused');
    expect(await refusalOf(asha.enterKey(PATTAL, 'KHARA'))).toBe('access_key_paused');
    expect(await refusalOf(asha.subscribe({ id: PATTAL, lots: 4, accessKey: 'KHARA' }))).toBe('access_key_paused');
    const entered = await granted(Promise.resolve(bela.enterKey(PATTAL, 'khara')));
    expect(entered.terms).toMatchObject({
      locked: false,
      discountedPrice: '453.70',
      issuePrice: '463.90',
      discountRate: '2.20',
    });
    expect(await bela.offering(PATTAL)).toMatchObject({ locked: false });
    expect(await refusalOf(bela.subscribe({ id: KIRANMALA, lots: 2 }))).toBe('access_key_required');
  });

  it('gives its key in one quiet notice for all, to those who see such an offering, and says it at the field', async () => {
    const [looks, idles] = [await offerings.member(), await offerings.member()];
    for (const id of [PATTAL, KIRANMALA, PATTAL]) await looks.offering(id);
    const notices = await database.app.query(
      'test.notices_of_keys',
      'SELECT member_id, key, params, read_at IS NULL AS unread FROM notices.notice WHERE member_id = ANY($1)',
      [[looks.userId, idles.userId]],
    );
    expect(notices).toEqual([
      { memberId: looks.userId, key: 'offeringInvited', params: { key: SANDBOX_KEY }, unread: false },
    ]);
    for (const { tag } of LANGUAGES) expect(textsFor(tag).newStocks.fiveWrong).toContain(SANDBOX_KEY);
  });

  it('sells a block first come and never oversells it; shares and money move in the next window', async () => {
    const members = await Promise.all(Array.from({ length: 20 }, () => offerings.member(400_000_000n)));
    await offerings.goTo('2026-11-20T11:00');
    const answers = await Promise.all(
      members.map((member) => member.subscribe({ id: PATTAL, lots: 200, accessKey: 'KHARA' })),
    );
    const took = answers.filter(({ refused }) => refused === undefined).length;
    const { lotsLeft, appliedLots } = await members[0]!.offering(PATTAL);
    expect(took).toBeGreaterThan(0);
    expect(took).toBeLessThan(20);
    expect(answers.flatMap(({ refused }) => refused ?? []).every((reason) => reason === 'lots_not_left')).toBe(true);
    expect(lotsLeft).toBe(2_000 - appliedLots);
    expect(lotsLeft!).toBeGreaterThanOrEqual(0);
    await offerings.goTo('2026-11-20T14:06');
    const index = answers.findIndex(({ refused }) => refused === undefined);
    const [settled] = await members[index]!.applications();
    expect(settled).toMatchObject({
      state: 'signed',
      allottedShares: 6_000,
      charges: '3231.82',
      paidAmount: '2725431.82',
    });
    // STT 2,722, exchange 83.57, SEBI 2.72, stamp duty 408, GST on the two fees 15.53.
    expect(await balances(database.app, members[index]!.userId)).toEqual({
      101: 400_000_000n - 272_220_000n - 323_182n,
    });
    expect(await billOf(offerings, members[index]!.userId)).toEqual(['block -272220000', 'charges -323182']);
    expect(await costsOf(offerings, members[index]!.userId)).toEqual([
      {
        cost: 272_220_000n,
        held: 323_182n,
        charges: 323_182n,
        lot: 272_220_000n,
        lotCharges: 323_182n,
        stt: 272_200n,
      },
    ]);
    expect(await contradictions(offerings)).toEqual([]);
    const { asset } = (await offeringById(database.app, PATTAL))!;
    expect(await balances(database.app, members[index]!.userId, asset)).toEqual({ 120: 6_000n });
    // Delivery only: nothing of it may be sold before it has settled.
    const locked = (on: string) => readLockIn(database.app, members[index]!.userId, asset, on);
    expect(await locked('2026-11-20')).toEqual({ locked: 6_000, sellable: 0, until: '2026-11-23' });
    expect(await locked('2026-11-23')).toEqual({ locked: 0, sellable: 6_000, until: null });
    await offerings.goTo('2026-11-20T15:31');
    expect((await members[0]!.offering(PATTAL)).state).toBe('listed');
  });

  it('is decided by own limits as an order is, and counts as one of the day', async () => {
    const asha = await offerings.member(400_000_000n);
    // There is no venue, whose day limits are set and decided on.
    await database.admin.query(
      'test.day',
      `INSERT INTO market.day (market_day, market_date, profile, steps, first_step, seed_hash, began_ms) VALUES (0, '2026-11-23', 'nse', 1, 0, '', 0)`,
    );
    const set = (kind: string, value: bigint) =>
      database.admin.query(
        'test.limit',
        `INSERT INTO trading.own_limit (user_id, kind, value, asked_ms, asked_date) VALUES ($1, $2, $3, $4, '2026-11-23')`,
        [asha.userId, kind, value, Date.now()], // limits go by the database's clock
      );
    await offerings.goTo('2026-11-23T09:16');
    const take = (lots: number, requestId?: string) =>
      asha.subscribe({
        id: 'BLK-KSHIPRABK-1',
        lots,
        accessKey: 'KHARA',
        ...(requestId !== undefined && { requestId }),
      });
    const { pricePaise: price, sharesPerLot: shares } = (await offeringById(database.app, 'BLK-KSHIPRABK-1'))!;
    await set('largest_order', price * BigInt(5 * shares));
    await set('day_orders', 1n);
    const tooMuch = { refused: 'own_limit_largest_order' };
    expect(await take(6, 'more-than-the-largest')).toMatchObject(tooMuch);
    await granted(Promise.resolve(take(4)));
    expect(await take(4)).toMatchObject({ refused: 'own_limit_day_orders', details: { limit: 1, used: 1 } });
    expect(await take(6, 'more-than-the-largest'), 'a repeated request is answered as before').toMatchObject(tooMuch);
    await set('pause', BigInt(Date.now() + 86_400_000));
    expect(await take(4)).toMatchObject({ refused: 'own_limit_pause' });
    expect(await asha.applications()).toHaveLength(1);
    expect(await contradictions(offerings)).toEqual([]);
  });

  it('is not paid with money of the day’s sales that buys nothing before the next trading day', async () => {
    const asha = await offerings.member();
    await offerings.goTo('2026-11-23T09:16');
    await sellUnarrived(database.app, asha.userId, '2026-11-23', 99_000_000n);
    const taken = asha.subscribe({ id: 'BLK-KSHIPRABK-1', lots: 4, accessKey: 'KHARA' });
    expect(await refusalOf(taken)).toBe('insufficient_funds');
    expect(await balances(database.app, asha.userId)).toEqual({ 101: 100_000_000n });
  });

  it('is settled as its window begins, however short that is, and not by a window that is over', async () => {
    const asha = await offerings.member();
    await offerings.goTo('2026-11-23T09:16');
    const id = 'BLK-KSHIPRABK-1';
    await granted(Promise.resolve(asha.subscribe({ id, lots: 4, accessKey: 'KHARA' })));
    offerings.moveTo('2026-11-23T14:03');
    await offerings.blockWindow('2026-11-23T08:45');
    expect((await asha.applications())[0]).toMatchObject({ state: 'subscribed' });
    await offerings.blockWindow();
    expect((await asha.applications())[0]).toMatchObject({ state: 'signed', allottedShares: 40 });
  });

  it('lapses where its price has left the 3 % around the reference of the window', async () => {
    const asha = await offerings.member();
    const id = 'BLK-KSHIPRABK-1';
    await offerings.goTo('2026-11-23T09:16');
    await granted(Promise.resolve(asha.subscribe({ id, lots: 4, accessKey: 'KHARA' })));
    offerings.prices.set('KSHIPRABK', 300_000);
    await offerings.goTo('2026-11-23T14:06');
    expect((await asha.applications())[0]).toMatchObject({ state: 'lapsed', frozenAmount: '0.00' });
    expect(await balances(database.app, asha.userId)).toEqual({ 101: 100_000_000n });
  });
});

describe('a block in a share that is suspended', () => {
  const database = useTestDatabase();

  it('lapses when its window comes, with everything released', async () => {
    const offerings = openOfferings(database.app, { seeds: ['PATTAL'] });
    await offerings.run();
    const asha = await offerings.member();
    await offerings.goTo('2026-11-20T11:00');
    await granted(Promise.resolve(asha.subscribe({ id: PATTAL, lots: 4, accessKey: 'KHARA' })));
    offerings.suspended.add('PATTAL');
    await offerings.goTo('2026-11-20T14:06');
    expect((await asha.applications())[0]).toMatchObject({ state: 'lapsed', frozenAmount: '0.00' });
    expect(await balances(database.app, asha.userId)).toEqual({ 101: 100_000_000n });
  });
});

describe('an offering withdrawn before its close', () => {
  const database = useTestDatabase();

  it('releases everything, and after the close it cannot be withdrawn', async () => {
    const offerings = openOfferings(database.app, { seeds: ['VAIDURYA', 'ROHIDA'], demand: 300 });
    await offerings.run();
    await offerings.goTo('2026-11-20T09:20');
    const asha = await offerings.member();
    await granted(Promise.resolve(asha.subscribe({ id: VAIDURYA, lots: 1 })));
    const withdraw = (id: string, reason: string) =>
      database.app.transaction((tx) => withdrawOffering(tx, offerings.deps, id, reason));
    expect(await refusalOf(withdraw(ROHIDA, 'test'))).toBe('offering_not_open');
    await granted(withdraw(VAIDURYA, 'the issuer asked'));
    await offerings.run();
    expect((await asha.applications())[0]).toMatchObject({ state: 'cancelled', offeringState: 'withdrawn' });
    expect(await balances(database.app, asha.userId)).toEqual({ 101: 100_000_000n });
    const edit = database.admin.query(
      'test.reopen',
      `UPDATE offerings.offering SET state = 'withdrawn' WHERE id = $1`,
      [ROHIDA],
    );
    await expect(edit).rejects.toMatchObject({ code: '42501' });
  });
});

describe('a draw by outside entropy', () => {
  const database = useTestDatabase();

  it('waits for its round, is independent with it, and lapses with everything released after 24 hours without', async () => {
    const v1 = new Uint8Array(32).fill(3);
    let isOut = false;
    const entropy: EntropySource = {
      choose: (closesAt) =>
        Promise.resolve({ kind: 'witness', chain: hex(earlierWitness(v1)), round: 1, dueAt: closesAt + 40_000 }),
      valueOf: () => (isOut ? Promise.resolve({ value: v1 }) : Promise.reject(new Error('no network'))),
    };
    const offerings = openOfferings(database.app, { seeds: ['NABHODEEP', 'VAIDURYA'], entropy, demand: 300 });
    await offerings.run();
    const asha = await offerings.member();
    const bela = await offerings.member();
    // When its round is due is sealed with the round, before the first application.
    await sealLog({ db: database.app, clock: new TestClock(), keys: offerings.deps.keys });
    const { openProof, open } = await granted(Promise.resolve(asha.proof(NABHODEEP)));
    expect([roundDueAt(openProof), open.entropy.round]).toEqual([open.closesAt + 40_000, 1]);
    await granted(Promise.resolve(asha.subscribe({ id: NABHODEEP, lots: 1 })));
    await granted(Promise.resolve(bela.subscribe({ id: VAIDURYA, lots: 1 })));
    await offerings.goTo('2026-11-20T12:00');
    await offerings.goTo('2026-11-20T12:30');
    expect((await asha.offering(NABHODEEP)).state).toBe('allotting');
    isOut = true;
    await offerings.run();
    expect((await asha.offering(NABHODEEP)).state).toBe('pending_listing');
    const proof = await granted(Promise.resolve(asha.proof(NABHODEEP)));
    expect(proof).toMatchObject({ assurance: 'independent', entropyValue: hex(v1), mode: 'draw_of_lots' });
    expect(verifyDraw(readDrawProof(proof)).holds).toBe(true);

    isOut = false;
    await offerings.goTo('2026-11-25T15:31');
    await offerings.goTo('2026-11-25T15:55');
    expect((await bela.offering(VAIDURYA)).state).toBe('allotting');
    offerings.wait(24 * 3_600_000 + 60_000);
    await offerings.run();
    expect((await bela.offering(VAIDURYA)).state).toBe('lapsed');
    expect((await bela.applications())[0]).toMatchObject({ state: 'lapsed', frozenAmount: '0.00' });
    expect(await balances(database.app, bela.userId)).toEqual({ 101: 100_000_000n });
    isOut = true;
    await offerings.run();
    expect((await bela.offering(VAIDURYA)).state).toBe('lapsed'); // and is never drawn after all
  });
});

describe('an offer of listed shares', () => {
  const database = useTestDatabase();
  const ID = 'PP-VENGAI-2';
  const drawn = () =>
    database.app.query(
      'test.drawn',
      `SELECT about, code, bps, on_date FROM trading.command WHERE offering_id = $1 ORDER BY seq`,
      [ID],
    );

  it('has its price from the close of the day before, and draws its share down to it before anything trades', async () => {
    const offerings = openOfferings(database.app, { seeds: ['VENGAI'] });
    await offerings.run();
    const bela = await offerings.member();
    expect(await bela.offering(ID)).toMatchObject({ state: 'coming_soon' });
    // The market has moved since it was planned.
    offerings.prices.set('VENGAI', 200_000);
    offerings.moveTo('2026-11-25T09:16');
    await offerings.run();
    expect(await bela.offering(ID)).toMatchObject({ state: 'coming_soon' });
    const [command] = await offerings.morning();
    expect(command).toMatchObject({ kind: 'offer', offeringId: ID, about: 'opens', code: 'VENGAI', bps: -300 });
    expect(await offerings.morning()).toEqual([]);
    await offerings.run();
    await granted(Promise.resolve(bela.enterKey(ID, 'KHARA')));
    expect(await bela.offering(ID)).toMatchObject({
      state: 'in_progress',
      issuePrice: '2000.00',
      discountedPrice: '1940.00',
    });
    await granted(Promise.resolve(bela.subscribe({ id: ID, lots: 20 })));
    // It has risen by the first day on which the shares may be sold: they are drawn to what was paid for them.
    const { listingDate } = await bela.offering(ID);
    for (const stamp of ['2026-11-26T15:31', '2026-11-26T15:51', '2026-11-27T15:31']) await offerings.goTo(stamp);
    expect(await drawn()).toHaveLength(1);
    offerings.prices.set('VENGAI', 200_000);
    await offerings.goTo(`${listingDate}T09:00`);
    expect(await drawn()).toEqual([
      { about: 'opens', code: 'VENGAI', bps: -300, onDate: '2026-11-25' },
      { about: 'sold', code: 'VENGAI', bps: -300, onDate: listingDate },
    ]);
    const wrong = await database.app.query('test.wrong', 'SELECT * FROM offerings.check_offers() WHERE violations > 0');
    expect(wrong).toEqual([]);
    // A command without a price behind it is found.
    await database.admin.query('test.raise', `UPDATE trading.journal_command SET bps = -900 WHERE about = 'opens'`);
    expect(
      await database.app.query('test.found', 'SELECT name FROM offerings.check_offers() WHERE violations > 0'),
    ).toEqual([{ name: 'offers_draw_to_their_price' }]);
  });

  it('below which the share already is draws nothing when its shares are sold: nothing is drawn up', async () => {
    expect(offerBps(100_00, 100_00)).toBe(0);
    expect(offerBps(90_00, 100_00)).toBe(0);
    expect(offerBps(100_00, 95_50)).toBe(-450);
  });
});

describe('an offering that was changed by hand', () => {
  const database = useTestDatabase();
  const id = 'IPO-KINHALHOME-2';
  const set = async (column: string, by: number) => {
    await database.admin.query('test.unseal', 'ALTER TABLE offerings.offering DISABLE TRIGGER sealed');
    await database.admin.query(`test.set.${column}`, `UPDATE offerings.offering SET ${column} = ${column} + $1`, [by]);
    await database.admin.query('test.seal', 'ALTER TABLE offerings.offering ENABLE TRIGGER sealed');
  };
  const stateOf = async () => (await offeringById(database.app, id))?.state;

  it('does not open on other terms, nor allot at another price than it was drawn with', async () => {
    const offerings = openOfferings(database.app, { seeds: ['KINHALHOME'], demand: 150 });
    await offerings.run();
    await offerings.goTo('2026-11-24T10:00');
    await set('max_lots', 1);
    await offerings.goTo('2026-11-25T10:00');
    expect(await stateOf()).toBe('coming_soon');
    await set('max_lots', -1);
    await offerings.run();
    expect(await stateOf()).toBe('in_progress');

    await offerings.goTo('2026-11-27T15:31');
    offerings.moveTo('2026-11-27T15:51');
    await drawDue(offerings.deps, await liveOfferings(database.app));
    await set('allotment_paise', 5);
    await offerings.run();
    expect(await stateOf()).toBe('allotting');
    await set('allotment_paise', -5);
    await offerings.run();
    expect(await stateOf()).toBe('pending_listing');
  });
});
