import { randomUUID } from 'node:crypto';
import { CONSOLE_ACTIONS } from '@khara/contract';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { inFour, useBackOffice } from '#test/back-office.ts';
import { newMember } from '#test/client.ts';
import { provesTheBooks, recordTheCause, stopTheBooks } from '#test/database.ts';
import { OWN_PASSWORD } from '#test/wallet.ts';
import { readArticleFiles, seedArticles } from '#modules/articles/index.ts';
import { addCreditEvent } from '#modules/credit/index.ts';
import { executeApprovedRequests, type ConsoleDeps } from './index.ts';

const MINUTE = 60_000;
const DENIED = '42501';
const office = useBackOffice();
const { database, pushed, handIn, agreeOn, auditOf } = office;

/** An offering of no company, as far as it matters here. */
const offering = (id: string, state: string, closes: number) =>
  database.admin.query(
    't.offering',
    `INSERT INTO offerings.offering (id, kind, code, asset, names, sector, board, issue_paise, price_paise, discount_bps, shares_per_lot, total_shares,
       reserved_shares, offered_shares, min_lots, max_lots, upfront_bps, demand_hundredths, market_day, opens_market, closes_market, allotment_market,
       listing_date, state, closes_ms, opened_ms, open_hash)
     VALUES ($1, 'private_placement', $4, 'EQ:INE000000001', '{}', 's', 'main', 100, 100, 0, 10, 100, 0, 100, 1, 5, 10000, 100, 0, '', '', '', '2026-12-01', $2, $3, 1, '\\x00')`,
    [id, state, closes, id.split('-')[1]],
  );

const toWithdraw = (subject: string) => ({ action: 'offering.withdraw', subject, reason: 'issuer_asked' });

const toCredit = (orderNumber: string) => ({
  action: 'recharge.decide',
  subject: orderNumber,
  payload: { approve: true },
  reason: 'payment_seen',
});

/** Other words of a fixed text. */
const change = (texts: object, base: number, subject = 'privacy') => ({
  action: 'text.change',
  subject,
  payload: { text: { base, texts } },
  reason: 'review',
});

const BANNER = {
  image: '/h5/banners/charges.svg',
  link: '/pages/market/newStock/index',
  place: 1,
  shown: true,
  texts: {
    en: { title: 'New', text: 't' },
    hi: { title: 'नया', text: 't' },
    'zh-Hant': { title: '新', text: 't' },
    'zh-Hans': { title: '新的', text: 't' },
  },
};
/** To show a banner on the home page. */
const show = (subject: string, more: object = {}) => ({
  action: 'banner.publish',
  subject,
  payload: { banner: { ...BANNER, ...more } },
  reason: 'review',
});

const refusalToShow = (more: object, subject = 'lure') => office.asha.refused('consoleRequest', show(subject, more));

/** To publish an article, or to hide it. */
const article = (subject: string, more: object = {}) => ({
  action: 'article.publish',
  subject,
  payload: { article: { category: 'learn', published: true, codes: [], texts: ARTICLE_TEXTS, ...more } },
  reason: 'review',
});
const words = (title: string) => ({ title, summary: 's', body: '## b' });
const ARTICLE_TEXTS = { en: words('Ticks'), hi: words('टिक'), 'zh-Hant': words('檔位'), 'zh-Hans': words('档位') };

/** An announcement to all members. */
const tell = (announcement: object, subject = 'maintenance-1') => ({
  action: 'announcement.publish',
  subject,
  payload: { announcement },
  reason: 'review',
});

describe('what needs a maker and a checker', () => {
  it('is an identity: its maker cannot approve it, its checker can, and its owner reads who did', async () => {
    const member = await newMember(office.app);
    const { id: subject } = await handIn(member.userId);
    const identity = { action: 'identity.decide', subject, payload: { approve: true }, reason: 'documents_match' };
    const { id } = await office.asha.get('consoleRequest', identity);
    expect(await office.bela.refused('consoleRequest', identity)).toBe('already_requested');
    expect((await office.bela.get('consoleIdentities')).list.find((one) => one.id === subject)).toMatchObject({
      memberId: member.userId,
      name: 'Meera Nair',
      requestId: id,
    });

    const own = { id, approve: true, reason: 'documents_match' };
    expect(await office.asha.refused('consoleDecide', own)).toBe('same_person');
    await executeApprovedRequests(office.deps);
    expect((await member.client.get('identity', {})).status).toBe('under_review');

    expect(await office.bela.get('consoleDecide', own)).toMatchObject({
      state: 'approved',
      maker: 'S1',
      checker: 'S2',
    });
    expect(await office.bela.refused('consoleDecide', own)).toBe('already_decided');
    expect(await executeApprovedRequests(office.deps)).toBe(1);
    expect(await executeApprovedRequests(office.deps)).toBe(0);
    expect(await member.client.get('identity', {})).toMatchObject({ status: 'certified', name: 'Meera Nair' });
    await expect.poll(() => pushed.some(([to, { type }]) => to === member.userId && type === 'notice')).toBe(true);

    expect(
      (await member.client.get('accessLog', {})).list.map(({ who, action, reason }) => [who, action, reason]),
    ).toEqual([
      ['S1, S2', 'identity.decide.carried_out', 'documents_match'],
      ['S2', 'identity.decide.agreed', 'documents_match'],
      ['S1', 'identity.decide.asked', 'documents_match'],
    ]);
    // The audit's subjects are numbers of their own tables.
    expect((await auditOf(subject)).filter((line) => line.includes(' identity.'))).toEqual([
      'S1 identity.decide.asked',
      'S2 identity.decide.agreed',
      'server identity.decide.carried_out',
    ]);
    const [record] = await database.app.query<{ json: string }>(
      't.record',
      `SELECT json FROM ledger.record WHERE type = 'ops.action' AND ref = $1`,
      [`request:${id}`],
    );
    expect(JSON.parse(record!.json)).toMatchObject({
      action: 'identity.decide',
      maker: 'S1',
      checker: 'S2',
      approve: true,
    });
  });

  it('an identity that fails does so for a reason of the list', async () => {
    const member = await newMember(office.app);
    const { id: subject } = await handIn(member.userId);
    const fails = { action: 'identity.decide', subject, reason: 'documents_do_not_match' };
    expect(await office.asha.refused('consoleRequest', { ...fails, payload: { approve: false } })).toBe(
      'invalid_input',
    );
    const request = { ...fails, payload: { approve: false, flaw: 'name_differs' } };
    expect(await agreeOn(request)).toMatchObject({ state: 'carried_out', failure: null });
    expect(await member.client.get('identity', {})).toMatchObject({ status: 'failed', reason: 'name_differs' });
  });

  it('is a recharge and a withdrawal; what the checker declines does nothing', async () => {
    const { own, account } = await office.world.newPayee({ money: '0.00' });
    const came = await office.world.recharge(own, '900.00');
    const request = toCredit(came.orderNumber);
    const { id } = await office.asha.get('consoleRequest', request);
    expect(await office.bela.get('consoleDecide', { id, approve: false, reason: 'payment_not_seen' })).toMatchObject({
      state: 'declined',
    });
    expect(await executeApprovedRequests(office.deps)).toBe(0);
    expect((await own.get('rupeeWallet', {})).available).toBe('0.00');
    expect((await office.bela.get('consoleRecharges')).list).toMatchObject([
      { orderNumber: came.orderNumber, amount: '900.00', requestId: null },
    ]);
    await agreeOn(request);
    expect((await own.get('rupeeWallet', {})).available).toBe('900.00');

    const goes = await own.get('submitWithdrawal', {
      currency: 'INR',
      amount: '200.00',
      bankId: account.id,
      transactionPassword: OWN_PASSWORD,
      requestId: randomUUID(),
    });
    expect((await office.bela.get('consoleWithdrawals')).list).toMatchObject([
      { orderNumber: goes.orderNumber, amount: '200.00', passesAt: office.world.clock.now() + 48 * 60 * MINUTE },
    ]);
    await agreeOn({
      action: 'withdrawal.decide',
      subject: goes.orderNumber,
      payload: { approve: false },
      reason: 'holder_differs',
    });
    expect(await own.get('rupeeWallet', {})).toMatchObject({ available: '900.00', frozen: { total: '0.00' } });
  });

  it('is an appeal: its event is void', async () => {
    const member = await newMember(office.app);
    await database.app.transaction((tx) =>
      addCreditEvent(tx, office.deps, {
        userId: member.userId,
        rule: 'duplicate_identity',
        about: `t:${member.userId}`,
      }),
    );
    const { events } = await member.client.get('creditScore', {});
    const { appeal } = await member.client.get('creditAppeal', { eventId: events[0]!.id, text: 'It is my brother.' });
    expect((await office.asha.get('consoleAppeals')).list).toMatchObject([
      { id: appeal.id, rule: 'duplicate_identity', points: -60 },
    ]);
    await agreeOn({
      action: 'appeal.decide',
      subject: appeal.id,
      payload: { approve: true },
      reason: 'appeal_justified',
    });
    expect(await member.client.get('creditScore', {}, { lang: 'zh-Hans' })).toMatchObject({
      score: 100,
      withdrawalBlocked: false,
      appeal: { state: 'upheld', decision: expect.stringContaining('申诉理由成立') },
    });
  });

  it('is an offering before its close, and never after it', async () => {
    await offering('PP-EARLY-1', 'in_progress', office.world.clock.now() + MINUTE);
    await offering('PP-LATE-1', 'in_progress', office.world.clock.now() + MINUTE / 2);
    expect(await agreeOn(toWithdraw('PP-EARLY-1'))).toMatchObject({ state: 'carried_out' });
    // Asked for in time, agreed to after the close; and asked for after it.
    const { id } = await office.asha.get('consoleRequest', toWithdraw('PP-LATE-1'));
    office.world.clock.advance(MINUTE);
    await office.bela.get('consoleDecide', { id, approve: true, reason: 'issuer_asked' });
    await executeApprovedRequests(office.deps);
    const failed = (await office.asha.get('consoleRequests', { state: 'failed' })).list.find((one) => one.id === id);
    expect(failed).toMatchObject({ failure: 'offering_not_open' });
    expect(await office.bela.refused('consoleRequest', toWithdraw('PP-LATE-1'))).toBe('offering_not_open');
    const { list } = await office.asha.get('consoleOfferings');
    const ours = list.filter(({ id }) => ['PP-EARLY-1', 'PP-LATE-1'].includes(id));
    expect(ours.map(({ id, state }) => [id, state])).toEqual([
      ['PP-EARLY-1', 'withdrawn'],
      ['PP-LATE-1', 'in_progress'],
    ]);
    expect(await office.asha.refused('consoleRequest', toWithdraw('PP-EARLY-1'))).toBe('offering_not_open');
    expect(await office.asha.refused('consoleRequest', toWithdraw('PP-NOBODY-1'))).toBe('not_found');
  });

  it('is a new offering of each kind, by the rules of the calendar; applications come with its day', async () => {
    const { days, companies, sectors } = await office.asha.get('consoleCalendar');
    const opensOn = days[1]!;
    const company = companies.find(({ lastPrice }) => Number(lastPrice) > 500 && Number(lastPrice) < 1_500)!;
    const issue = {
      names: inFour('Invented Kites'),
      sector: sectors[0]!,
      board: 'main',
      story: 'Makes kites that do not exist.',
      floor: '200.00',
      cap: '210',
    };
    const kites = {
      kind: 'ipo',
      code: 'KITES',
      opensOn,
      issue,
      discountBps: 0,
      sharesPerLot: 70,
      totalShares: 7_000_000,
      reservedBps: 3_500,
      minLots: 1,
      maxLots: 13,
      demandHundredths: 400,
    };
    const wanted = (terms: object) => ({
      action: 'offering.create',
      subject: 'new',
      payload: { offering: { ...kites, ...terms } },
      reason: 'issuer_asked',
    });
    const refusal = async (terms: object) => {
      const { data } = await office.asha.ask('consoleRequest', wanted(terms));
      return [data.reason, data['field'], data['rule']].filter((part) => part !== undefined).join(' ');
    };
    expect(await refusal({ issue: { ...issue, cap: '209.99' } })).toBe(
      'invalid_input offering.capPaise band_of_105_to_120',
    );
    expect(await refusal({ opensOn: '2026-11-22' })).toBe('invalid_input offering.opensOn market_day_to_come');
    expect(await refusal({ kind: 'block', code: 'NOBODY', issue: undefined })).toBe('unknown_code offering.code');
    expect(await refusal({ code: company.code })).toBe('already_there offering.code');
    for (const [words, reason] of [
      [{ story: 'Registered with SEBI, and earns a guaranteed 20 % a month.' }, 'claims_too_much'],
      [{ story: 'Send the price to ravi＠okaxis.' }, 'pay_to_details'],
      [{ names: { ...issue.names, 'zh-Hans': '保本风筝' } }, 'claims_too_much'],
      [{ names: { ...issue.names, hi: 'UPI: ravi' }, story: '@okaxis is its address.' }, 'pay_to_details'],
    ] as const)
      expect(await refusal({ issue: { ...issue, ...words } })).toBe(`${reason} payload`);

    // No person decides it alone, and until another has agreed there is no offering.
    const { id } = await office.asha.get('consoleRequest', wanted({}));
    expect(await office.bela.refused('consoleRequest', wanted({}))).toBe('already_requested');
    expect(await office.asha.refused('consoleDecide', { id, approve: true, reason: 'issuer_asked' })).toBe(
      'same_person',
    );
    await executeApprovedRequests(office.deps);
    const created = async () => (await office.bela.get('consoleOfferings')).list.filter(({ code }) => code === 'KITES');
    expect(await created()).toEqual([]);
    await office.bela.get('consoleDecide', { id, approve: true, reason: 'issuer_asked' });
    await executeApprovedRequests(office.deps);
    expect(await created()).toMatchObject([{ kind: 'ipo', state: 'coming_soon', closesAt: null }]);
    expect(await office.bela.refused('consoleRequest', wanted({}))).toBe('already_there');

    const listed = { code: company.code, issue: undefined, discountBps: 200, minLots: 1, maxLots: 2, sharesPerLot: 20 };
    for (const [kind, reservedBps] of [
      ['offline_placement', 1_000],
      ['private_placement', 0],
      ['block', 0],
    ] as const) {
      const done = await agreeOn(wanted({ ...listed, kind, reservedBps }));
      expect([kind, done.state, done.failure]).toEqual([kind, 'carried_out', null]);
    }
    const rows = await database.app.query<{ kind: string; opens: string; invited: boolean }>(
      't.created',
      `SELECT kind, left(opens_market, 10) AS opens, key_hash IS NOT NULL AS invited FROM offerings.offering WHERE code = ANY($1) ORDER BY kind`,
      [['KITES', company.code]],
    );
    expect(rows).toEqual([
      { kind: 'block', opens: opensOn, invited: true },
      { kind: 'ipo', opens: opensOn, invited: false },
      { kind: 'offline_placement', opens: opensOn, invited: false },
      { kind: 'private_placement', opens: opensOn, invited: true },
    ]);
    const [record] = await database.app.query<{ json: string }>(
      't.terms',
      `SELECT json FROM ledger.record WHERE type = 'ops.action' AND ref = $1`,
      [`request:${id}`],
    );
    expect(JSON.parse(record!.json)).toMatchObject({
      action: 'offering.create',
      terms: { code: 'KITES', totalShares: 7_000_000 },
    });
  });

  it('is an announcement, sent to each member once, in their language', async () => {
    const member = await newMember(office.app);
    const texts = {
      en: { title: 'Maintenance', body: 'At midnight.' },
      hi: { title: 'रखरखाव', body: 'आधी रात को।' },
      'zh-Hant': { title: '維護', body: '午夜進行。' },
      'zh-Hans': { title: '维护', body: '午夜进行。' },
    };
    const whole = { texts, link: '/pages/index/rules/index' };
    const { hi: _hi, ...three } = texts;
    expect(await office.asha.refused('consoleRequest', tell({ ...whole, texts: three }))).toBe('invalid_input');
    expect(await office.asha.refused('consoleRequest', tell({ ...whole, link: 'https://example.org' }))).toBe(
      'invalid_input',
    );
    const lure = { ...texts, hi: { title: 'रखरखाव', body: 'khara@okbank पर भेजें' } };
    expect(await office.asha.refused('consoleRequest', tell({ ...whole, texts: lure }))).toBe('pay_to_details');
    expect(await agreeOn(tell(whole))).toMatchObject({ state: 'carried_out' });
    expect(await office.asha.refused('consoleRequest', tell(whole))).toBe('already_there');
    const heard = () =>
      pushed.flatMap(([to, message]) => (to === member.userId && message.type === 'notice' ? [message] : []));
    await expect.poll(() => heard().map(({ data }) => data.title)).toContain('Maintenance');
    const readNotices = async (lang: string) =>
      (await member.client.get('noticeList', { category: 'system' }, { lang })).list;
    expect((await readNotices('yd'))[0]).toMatchObject({
      title: 'रखरखाव',
      body: 'आधी रात को।',
      link: whole.link,
      read: false,
    });
    expect((await readNotices('zh-Hant'))[0]).toMatchObject({ title: '維護' });
    expect((await office.bela.get('consoleAnnouncements')).list).toMatchObject([
      { id: 'maintenance-1', maker: 'S1', checker: 'S2' },
    ]);
    // Who comes later does not get earlier ones.
    const late = await newMember(office.app);
    expect((await late.client.get('noticeList', {})).list.some(({ title }) => title === 'Maintenance')).toBe(false);
    await expect(database.admin.query('t.untell', 'DELETE FROM notices.announcement')).rejects.toMatchObject({
      code: DENIED,
    });
  });

  it('is a fixed text: no word of it changes before its checker approves, and every version is kept', async () => {
    const member = await newMember(office.app);
    const read = async (lang = 'en') =>
      ((await member.client.get('configValue', { id: 'privacy' }, { lang })) as { body: string }).body;
    const released = await office.asha.get('consoleText', { id: 'privacy' });
    expect([released.version, released.texts.en.body]).toEqual([0, await read()]);
    const texts = { ...released.texts, hi: { title: 'गोपनीयता', body: 'नया पाठ' } };

    const { id } = await office.asha.get('consoleRequest', change(texts, 0));
    await executeApprovedRequests(office.deps);
    expect(await read('yd')).toBe(released.texts.hi.body);
    expect(await office.asha.refused('consoleDecide', { id, approve: true, reason: 'review' })).toBe('same_person');
    expect(await office.bela.refused('consoleRequest', change(released.texts, 0))).toBe('already_requested');
    expect(await office.bela.get('consoleDecide', { id, approve: true, reason: 'review' })).toMatchObject({
      payload: { text: { base: 0, texts } },
    });
    await executeApprovedRequests(office.deps);
    expect(await read('yd')).toBe('नया पाठ');
    expect(await read()).toBe(released.texts.en.body);

    expect(await office.bela.refused('consoleRequest', change(texts, 0))).toBe('already_there'); // there is a newer one
    expect(await agreeOn(change(released.texts, 1))).toMatchObject({ state: 'carried_out' });
    expect((await office.asha.get('consoleText', { id: 'privacy', version: 1 })).texts.hi.body).toBe('नया पाठ');
    const { versions } = await office.asha.get('consoleText', { id: 'privacy' });
    expect(versions.map(({ version, maker, checker }) => [version, maker, checker])).toEqual([
      [2, 'S1', 'S2'],
      [1, 'S1', 'S2'],
      [0, null, null],
    ]);
    expect(await auditOf('privacy')).toEqual([
      'S1 text.change.asked',
      'S2 text.change.agreed',
      'server text.change.carried_out',
      'S1 text.change.asked',
      'S2 text.change.agreed',
      'server text.change.carried_out',
    ]);

    const { en: _en, ...three } = texts;
    expect(await office.asha.refused('consoleRequest', change(three, 2))).toBe('invalid_input');
    const blank = { ...texts, en: { title: ' ', body: 'x' } };
    expect(await office.asha.refused('consoleRequest', change(blank, 2))).toBe('invalid_input');
    expect(await office.asha.refused('consoleRequest', change(texts, 0, 'licence'))).toBe('not_found');
    const sebi = 'Khara is registered with SEBI as INZ000012345 and guarantees 20 % a month.';
    const claims = { ...texts, en: { title: 'Terms', body: sebi } };
    expect(await office.asha.refused('consoleRequest', change(claims, 0, 'terms'))).toBe('claims_too_much');
    const lure = { ...texts, en: { title: 'Terms', body: 'Pay ravi＠okaxis' } };
    expect(await office.asha.refused('consoleRequest', change(lure, 0, 'terms'))).toBe('pay_to_details');
    await expect(database.admin.query('t.forget', 'DELETE FROM content.fixed_text')).rejects.toMatchObject({
      code: DENIED,
    });
  });

  it('is no notice that warns of fraud: those are part of the build', async () => {
    const member = await newMember(office.app);
    for (const id of ['block.notice', 'placement.notice']) {
      const words = inFour({ title: 'Safe', body: 'Pay at once.' });
      expect(await office.asha.refused('consoleRequest', change(words, 0, id))).toBe('not_found');
      expect(await office.asha.refused('consoleText', { id })).toBe('not_found');
      expect((await office.asha.get('consoleTexts')).list.map((text) => text.id)).not.toContain(id);
      expect(((await member.client.get('configValue', { id })) as { body: string }).body).toContain('1930');
    }
  });

  it('is a fixed text for the database too: without their request, or with other words, it takes none', async () => {
    const words = JSON.stringify(inFour({ title: 'Terms', body: 'Registered with SEBI.' }));
    const write = (requestId: string | null) =>
      database.app.query(
        't.write_text',
        `INSERT INTO content.fixed_text (id, version, texts, request_id, maker, checker, at) VALUES ('terms', 1, $1, $2, 'S1', 'S2', 1)`,
        [words, requestId],
      );
    const wanted = change(inFour({ title: 'Terms', body: 'Be kind.' }), 0, 'terms');
    const { id } = await office.asha.get('consoleRequest', wanted);
    await expect(write(id)).rejects.toMatchObject({ code: DENIED });
    await office.bela.get('consoleDecide', { id, approve: true, reason: 'review' });
    await expect(write(id)).rejects.toMatchObject({ code: DENIED });
    await executeApprovedRequests(office.deps);
    expect((await office.asha.get('consoleText', { id: 'terms' })).texts.en.body).toBe('Be kind.');
  });

  it('is a banner: the release’s gets other words, a new one is added, and neither before its checker approves', async () => {
    const member = await newMember(office.app);
    const shown = async (lang = 'en') =>
      (await member.client.get('homeBanner', {}, { lang })).map(({ id, title }) => `${id}: ${title}`);
    const released = await shown();
    const { list, images } = await office.asha.get('consoleBanners');
    const own = list.find(({ maker, checker, at }) => maker === null && checker === null && at === null)!;
    expect(images).toContain(BANNER.image);

    const { id } = await office.asha.get('consoleRequest', show('kites'));
    const yes = { id, approve: true, reason: 'review' };
    expect(await office.asha.refused('consoleDecide', yes)).toBe('same_person');
    expect(await office.bela.refused('consoleRequest', show('kites', { place: 2 }))).toBe('already_requested');
    await executeApprovedRequests(office.deps);
    expect(await shown()).toEqual(released);
    await office.bela.get('consoleDecide', yes);
    await executeApprovedRequests(office.deps);
    expect(await shown('yd')).toContain('kites: नया');
    expect((await office.asha.get('consoleBanners')).list.find((one) => one.id === 'kites')).toMatchObject({
      ...BANNER,
      maker: 'S1',
      checker: 'S2',
    });

    await agreeOn(show(own.id, { place: 9 }));
    expect((await shown()).at(-1)).toBe(`${own.id}: New`);
    await agreeOn(show('kites', { shown: false }));
    expect(await shown()).not.toContain('kites: New');
    expect((await auditOf('kites')).slice(0, 3)).toEqual([
      'S1 banner.publish.asked',
      'S2 banner.publish.agreed',
      'server banner.publish.carried_out',
    ]);
  });

  it('is a banner: what the checker declines leaves nothing', async () => {
    const before = await office.asha.get('consoleBanners');
    const { id } = await office.asha.get('consoleRequest', show('declined'));
    const declined = await office.bela.get('consoleDecide', { id, approve: false, reason: 'review' });
    expect(declined.state).toBe('declined');
    expect(await executeApprovedRequests(office.deps)).toBe(0);
    expect(await office.asha.get('consoleBanners')).toEqual(before);
    expect(await database.admin.query('t.left', `SELECT FROM content.banner WHERE id = 'declined'`)).toEqual([]);
    expect(await auditOf('declined')).toEqual(['S1 banner.publish.asked', 'S2 banner.publish.declined']);
  });

  it('is a banner with the product’s own picture, a page of the app, a place, and words that promise nothing', async () => {
    expect(await refusalToShow({}, 'no spaces')).toBe('invalid_input');
    expect(await refusalToShow({ image: '/h5/banners/sebi-licence.svg' })).toBe('invalid_input');
    expect(await refusalToShow({ link: 'https://example.org/pages/' })).toBe('invalid_input');
    expect(await refusalToShow({ place: 0 })).toBe('invalid_input');
    expect(await refusalToShow({ texts: { ...BANNER.texts, en: { title: ' ', text: 't' } } })).toBe('invalid_input');
    const gain = { title: '保證獲利', text: 'x' };
    expect(await refusalToShow({ texts: { ...BANNER.texts, 'zh-Hant': gain } })).toBe('claims_too_much');
    const payTo = { title: 'Pay', text: 'ravi＠okaxis' };
    expect(await refusalToShow({ texts: { ...BANNER.texts, hi: payTo } })).toBe('pay_to_details');
  });

  it('is a banner for the database too: no role of the server puts one in without their request, or with other words', async () => {
    const texts = JSON.stringify(BANNER.texts);
    const { id } = await office.asha.get('consoleRequest', show('by-hand'));
    const write = async (role: 'khara_app' | 'khara_staff' | 'khara_console' | 'khara_job', words = texts) => {
      const client = new pg.Client(database.connection(role));
      await client.connect();
      const insert = `INSERT INTO content.banner (request_id, id, image, link, place, shown, texts, maker, checker, at)
        VALUES ($1, 'by-hand', $2, $3, 1, true, $4, 'S1', 'S2', 1)`;
      const { code } = await client.query(insert, [id, BANNER.image, BANNER.link, words]).then(
        () => ({ code: 'written' }),
        (error: pg.DatabaseError) => error,
      );
      await client.end();
      return code;
    };
    for (const role of ['khara_app', 'khara_staff', 'khara_console', 'khara_job'] as const)
      expect(await write(role), role).toBe(DENIED);
    await office.bela.get('consoleDecide', { id, approve: true, reason: 'review' });
    expect(await write('khara_app', texts.replace('New', 'Registered'))).toBe(DENIED);
    expect(await write('khara_staff')).toBe(DENIED);
    await executeApprovedRequests(office.deps);
    expect((await office.asha.get('consoleBanners')).list.find((one) => one.id === 'by-hand')).toMatchObject(BANNER);
  });

  it('is an article: read in the reader’s language once its checker approved it, and hidden the same way', async () => {
    const member = await newMember(office.app);
    const read = () => member.client.refused('article', { id: 'written-here' });
    const { id } = await office.asha.get('consoleRequest', article('written-here'));
    const yes = { id, approve: true, reason: 'review' };
    expect(await office.asha.refused('consoleDecide', yes)).toBe('same_person');
    expect(await office.bela.refused('consoleRequest', article('written-here'))).toBe('already_requested');
    await executeApprovedRequests(office.deps);
    expect(await read()).toBe('not_found');
    await office.bela.get('consoleDecide', yes);
    await executeApprovedRequests(office.deps);
    expect(await member.client.get('article', { id: 'written-here' }, { lang: 'yd' })).toMatchObject({
      title: 'टिक',
      source: 'khara',
    });
    expect(await office.asha.get('consoleArticle', { id: 'written-here' })).toMatchObject({
      published: true,
      texts: ARTICLE_TEXTS,
    });
    await agreeOn(article('written-here', { published: false }));
    expect(await read()).toBe('not_found');
    const { list } = await office.asha.get('consoleArticles');
    expect(list.find((one) => one.id === 'written-here')).toMatchObject({
      published: false,
      maker: 'S1',
      checker: 'S2',
    });
    expect((await auditOf('written-here')).slice(0, 3)).toEqual([
      'S1 article.publish.asked',
      'S2 article.publish.agreed',
      'server article.publish.carried_out',
    ]);
  });

  it('is an article that warns of fraud: one person neither hides nor replaces it, and a file does not undo two', async () => {
    const ID = 'how-to-recognise-a-fake-trading-app';
    const own = readArticleFiles().find((one) => one.id === ID)!;
    await seedArticles(office.deps, [own]);
    const member = await newMember(office.app);
    const title = async () => (await member.client.get('article', { id: ID })).title;
    for (const more of [{ published: false }, {}]) {
      const { id } = await office.asha.get('consoleRequest', article(ID, { category: 'safety', ...more }));
      expect(await office.asha.refused('consoleDecide', { id, approve: true, reason: 'review' })).toBe('same_person');
      await executeApprovedRequests(office.deps);
      expect(await title()).toBe(own.texts.en.title);
      await office.bela.get('consoleDecide', { id, approve: false, reason: 'review' });
    }
    await agreeOn(article(ID, { category: 'safety' }));
    await seedArticles(office.deps, [{ ...own, hash: 'of the next release' }]);
    expect(await title()).toBe('Ticks');
  });

  it('is an article that claims nothing, names no account, and stands in four languages', async () => {
    const refusal = (more: object, id = 'lure') => office.asha.refused('consoleRequest', article(id, more));
    expect(await refusal({}, 'No Spaces')).toBe('invalid_input');
    expect(await refusal({ texts: { en: words('x') } })).toBe('invalid_input');
    const account = { ...words('x'), body: '汇到 6222 0000 1111 2222' };
    expect(await refusal({ texts: { ...ARTICLE_TEXTS, 'zh-Hans': account } })).toBe('pay_to_details');
    const claim = { ...words('x'), body: 'खरा सेबी में पंजीकृत है।' };
    expect(await refusal({ texts: { ...ARTICLE_TEXTS, hi: claim } })).toBe('claims_too_much');
    const sebi = 'This app is registered with SEBI and guarantees 20 % a month.';
    expect(await refusal({ category: 'safety', texts: inFour({ ...words('x'), body: sebi }) })).toBe('claims_too_much');
    const teaches = { ...words('Fraud'), body: 'An assured return does not exist.' };
    await agreeOn(article('teaches', { texts: inFour(teaches) }));
  });

  it('is an article for the database too: without their request, or with other words, it takes none', async () => {
    const { id } = await office.asha.get('consoleRequest', article('by-hand'));
    const write = async (request: string | null, title = 'Ticks') => {
      const client = new pg.Client(database.connection('khara_app'));
      await client.connect();
      const { code } = await client
        .query('BEGIN')
        .then(() =>
          client.query(
            `INSERT INTO content.article (id, category, source, at, request_id) VALUES ('by-hand', 'learn', 'khara', 1, $1)`,
            [request],
          ),
        )
        .then(() => client.query(`INSERT INTO content.article_text VALUES ('by-hand', 'en', $1, 's', '## b')`, [title]))
        .then(
          () => ({ code: 'written' }),
          (error: pg.DatabaseError) => error,
        );
      await client.end();
      return code;
    };
    expect(await write(id)).toBe(DENIED);
    expect(await write(null)).toBe('23514');
    await office.bela.get('consoleDecide', { id, approve: true, reason: 'review' });
    expect(await write(id, 'Registered')).toBe(DENIED);
    expect(await write(id)).toBe('written'); // and rolled back
    await executeApprovedRequests(office.deps);
    const change = (set: string) =>
      database.app.query(`t.change ${set}`, `UPDATE content.article SET ${set} WHERE id = 'by-hand'`);
    await expect(change(`category = 'safety'`)).rejects.toMatchObject({ code: DENIED });
    await expect(change('request_id = NULL')).rejects.toMatchObject({ code: '23514' });
    await expect(
      database.app.query('t.rewrite', `UPDATE content.article_text SET body = 'Pay.' WHERE article_id = 'by-hand'`),
    ).rejects.toMatchObject({ code: DENIED });
  });

  it('is the cause of a contradiction in the books, after which money moves again', async () => {
    await stopTheBooks(database.app, 'asset_sum');
    const { booksStop } = await office.asha.get('consoleHealth');
    const cause = { action: 'books.cause', subject: booksStop!.id, reason: 'books_explained' };
    expect(await office.asha.refused('consoleRequest', { ...cause, payload: { cause: 'short' } })).toBe(
      'invalid_input',
    );
    await agreeOn({ ...cause, payload: { cause: 'A test has stopped the books.' } });
    expect(await office.asha.get('consoleHealth')).toMatchObject({ booksStop: null, booksStopped: false });
    const causes = await database.app.query(
      't.causes',
      'SELECT actor FROM ledger.books_cause WHERE stop_id = $1 ORDER BY actor',
      [cause.subject],
    );
    expect(causes).toEqual([{ actor: 'S1' }, { actor: 'S2' }]);
  });

  it('is no cause of a later contradiction than the one that it was asked about', async () => {
    await stopTheBooks(database.app, 'earlier');
    const { booksStop } = await office.asha.get('consoleHealth');
    const { id } = await office.asha.get('consoleRequest', {
      action: 'books.cause',
      subject: booksStop!.id,
      reason: 'books_explained',
      payload: { cause: 'A test has stopped the books.' },
    });
    await office.bela.get('consoleDecide', { id, approve: true, reason: 'books_explained' });
    for (const actor of ['S1', 'S2']) await recordTheCause(database.admin, actor);
    await stopTheBooks(database.app, 'later');
    await executeApprovedRequests(office.deps);
    const { list } = await office.asha.get('consoleRequests', { state: 'failed' });
    expect(list.find((one) => one.id === id)).toMatchObject({ failure: 'not_found' });
    expect((await office.asha.get('consoleHealth')).booksStop).not.toBeNull();
    for (const actor of ['S1', 'S2']) await recordTheCause(database.admin, actor);
  });

  it('is a share to suspend: journalled with the request, and handed to the exchange once', async () => {
    const submitted: unknown[] = [];
    const venue = {
      ...office.deps.venue,
      submit: (command: unknown) => void submitted.push(command),
      settled: () => Promise.resolve(),
    };
    const request = { action: 'share.suspend', subject: 'AAMRAI', reason: 'surveillance' };
    expect(await office.asha.refused('consoleRequest', { ...request, subject: 'NOBODY' })).toBe('unknown_code');
    expect(await office.asha.refused('consoleRequest', { ...request, subject: 'DIVAKARI' })).toBe('not_tradable');
    const { id } = await office.asha.get('consoleRequest', request);
    expect(await office.bela.refused('consoleRequest', request)).toBe('already_requested');
    const yes = { id, approve: true, reason: 'surveillance' };
    expect(await office.asha.refused('consoleDecide', yes)).toBe('same_person');
    await office.bela.get('consoleDecide', yes);
    for (const carried of [1, 0]) expect(await executeApprovedRequests({ ...office.deps, venue })).toBe(carried);
    const seq = expect.any(Number);
    expect(submitted).toEqual([{ seq, kind: 'suspend', requestId: id, code: 'AAMRAI' }]);
    expect(await auditOf('AAMRAI')).toEqual([
      'S1 share.suspend.asked',
      'S2 share.suspend.agreed',
      'server share.suspend.carried_out',
    ]);
    const [record] = await database.app.query<{ json: string }>(
      't.record_of_suspension',
      `SELECT json FROM ledger.record WHERE type = 'ops.action' AND ref = $1`,
      [`request:${id}`],
    );
    expect(JSON.parse(record!.json)).toMatchObject({
      action: 'share.suspend',
      subject: 'AAMRAI',
      maker: 'S1',
      checker: 'S2',
    });
  });

  it('lets a member open classes, or no more: the newest of two decides', async () => {
    const { client: teacher, userId } = await newMember(office.app);
    const terms = { name: 'Commerce 2B', seats: 8, start: '100000.00', missions: [] };
    const endsOn = new Date(office.world.clock.now()).toISOString().slice(0, 10);
    const mayOpen = async () => (await teacher.get('classes', {})).isOffered;
    const decide = (approve: boolean) =>
      agreeOn({ action: 'classes.decide', subject: userId, payload: { approve }, reason: 'review' });
    expect(await mayOpen()).toBe(false);
    expect(await teacher.refused('openClass', { ...terms, endsOn })).toBe('class_not_offered');
    await decide(true);
    expect(await mayOpen()).toBe(true);
    await teacher.get('openClass', { ...terms, endsOn });
    expect(await (await newMember(office.app)).client.refused('openClass', { ...terms, endsOn })).toBe(
      'class_not_offered',
    );
    await decide(false);
    expect(await mayOpen()).toBe(false);
    expect((await auditOf(userId)).slice(0, 3)).toEqual([
      'S1 classes.decide.asked',
      'S2 classes.decide.agreed',
      'server classes.decide.carried_out',
    ]);
    expect((await teacher.get('accessLog', {})).list[0]).toMatchObject({ action: 'classes.decide.carried_out' });
  });

  it('waits for something that waits: nothing else can be asked for', async () => {
    const MADE_ANEW: ReadonlySet<string> = new Set([
      'offering.create',
      'announcement.publish',
      'share.suspend',
      'banner.publish',
      'article.publish',
    ]);
    for (const action of Object.keys(CONSOLE_ACTIONS).filter((one) => !MADE_ANEW.has(one))) {
      const text = { base: 0, texts: inFour({ title: 'None', body: 'None.' }) };
      const payload = { approve: true, cause: 'There is no cause at all.', text };
      expect(
        await office.asha.refused('consoleRequest', { action, subject: 'none', payload, reason: 'review' }),
        action,
      ).toBe('not_found');
    }
    expect(
      await office.asha.refused('consoleRequest', { action: 'price.set', subject: 'AAMRAI', reason: 'review' }),
    ).toBe('invalid_input');
    expect(await office.asha.refused('consoleDecide', { id: '999999', approve: true, reason: 'review' })).toBe(
      'not_found',
    );
  });

  it('fails and says so when it passed by itself while the request waited', async () => {
    const { own } = await office.world.newPayee({ money: '0.00' });
    const came = await office.world.recharge(own, '50.00');
    const { id } = await office.asha.get('consoleRequest', toCredit(came.orderNumber));
    await own.get('revokeRecharge', { id: came.orderNumber });
    await office.bela.get('consoleDecide', { id, approve: true, reason: 'payment_seen' });
    await executeApprovedRequests(office.deps);
    const { list } = await office.asha.get('consoleRequests', { state: 'failed' });
    expect(list.find((one) => one.id === id)).toMatchObject({ failure: 'recharge_not_revocable' });
    expect((await own.get('rupeeWallet', {})).available).toBe('0.00');
  });

  it('is executed whole or not at all: a run that is cut off leaves nothing, the next does it once', async () => {
    const { own } = await office.world.newPayee({ money: '0.00' });
    const came = await office.world.recharge(own, '70.00');
    const { id } = await office.asha.get('consoleRequest', toCredit(came.orderNumber));
    await office.bela.get('consoleDecide', { id, approve: true, reason: 'payment_seen' });
    const before = await auditOf(came.orderNumber);
    // The server ends between any two statements: the transaction is lost each time.
    for (const cut of ['wallet.insert_decision', 'ledger.add_record', 'console.record_execution']) {
      const cutting: ConsoleDeps['db'] = {
        ...office.deps.db,
        transaction: (work) =>
          office.deps.db.transaction((tx) =>
            work({
              ...tx,
              query: (name, text, params) =>
                name === cut ? Promise.reject(new Error('cut')) : tx.query(name, text, params),
            }),
          ),
      };
      await expect(executeApprovedRequests({ ...office.deps, db: cutting }), cut).rejects.toThrow(
        'could not be executed',
      );
      expect((await own.get('rupeeWallet', {})).available).toBe('0.00');
      expect(await auditOf(came.orderNumber)).toEqual(before);
    }
    const done = await Promise.all([executeApprovedRequests(office.deps), executeApprovedRequests(office.deps)]);
    expect(done.toSorted()).toEqual([0, 1]);
    expect((await own.get('rupeeWallet', {})).available).toBe('70.00');
    await provesTheBooks(database.app);
  });
});

describe('what the back office reads', () => {
  it('hides who members are', async () => {
    const member = await newMember(office.app);
    const { list } = await office.asha.get('consoleAccounts', { id: member.userId });
    expect(list).toMatchObject([{ id: member.userId, kycStatus: 'unauthenticated' }]);
    expect(list[0]!.phone).toBe(`+91 ${member.phone.slice(0, 2)}XXXXXX${member.phone.slice(-2)}`);
  });

  it('is the ledger as it is: each asset sums to zero, and every check', async () => {
    const { own } = await office.world.newPayee({ money: '0.00' });
    await agreeOn(toCredit((await office.world.recharge(own, '500.00')).orderNumber));
    const { totals, checks } = await office.asha.get('consoleLedger');
    const rupees = totals
      .filter(({ asset }) => asset === 'INR')
      .reduce((sum, { balance }) => sum + BigInt(balance), 0n);
    expect([totals.length > 0, rupees]).toEqual([true, 0n]);
    expect(checks.length).toBeGreaterThan(3);
    expect(checks.filter(({ violations }) => violations > 0)).toEqual([]);
  });

  it('goes on from page to page', async () => {
    for (const subject of ['first-page', 'next-page']) await agreeOn(show(subject));
    const first = await office.asha.get('consoleAudit', { size: 2 });
    const second = await office.asha.get('consoleAudit', { size: 2, cursor: first.nextCursor });
    const ids = [...first.list, ...second.list].map(({ id }) => Number(id));
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(new Set(ids).size).toBe(4);
  });
});
