import { describe, expect, it } from 'vitest';
import { inFour, PICTURE, useBackOffice } from '#test/back-office.ts';
import { newMember } from '#test/client.ts';
import { readArticleFiles, seedArticles } from '#modules/articles/index.ts';

const MINUTE = 60_000;
const office = useBackOffice();
const { database, pushed, handIn, auditOf } = office;

const text = (title: string) => ({ title, summary: 's', body: '## b' });

describe('what a single person does', () => {
  it('is written for the audit and the member in the transaction that does it: looking at a picture', async () => {
    const member = await newMember(office.app);
    const { front } = await handIn(member.userId);
    const look = () =>
      office.app.inject({ url: `/console/api/picture/${front}`, headers: { token: office.asha.token } });
    const seen = await look();
    expect(seen.rawPayload).toEqual(PICTURE);
    expect(seen.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("sandbox; default-src 'none'"),
    });
    expect((await member.client.get('accessLog', {})).list).toMatchObject([
      { who: 'S1', action: 'picture.look', reason: 'review' },
    ]);
    expect(await auditOf(front)).toEqual(['S1 picture.look']);
    // What cannot be written down is not shown.
    await database.admin.query(
      't.full',
      `alter table console.audit add constraint full_disk check (action <> 'picture.look') not valid`,
    );
    expect((await look()).statusCode).toBe(500);
    await database.admin.query('t.room', 'alter table console.audit drop constraint full_disk');
    expect((await member.client.get('accessLog', {})).list).toHaveLength(1);
    // Without an open case there is nothing to look at.
    await database.app.query(
      't.close_case',
      `UPDATE kyc.application SET status = 'certified', decided_at = 1, decided_by = 'sandbox' WHERE front_id = $1`,
      [front],
    );
    expect((await look()).json()).toMatchObject({ data: { reason: 'not_found' } });
  });

  it('is looking at the last digits of a number: they are in no list, and the audit names their reader', async () => {
    const member = await newMember(office.app);
    const { id } = await handIn(member.userId);
    const { list } = await office.asha.get('consoleIdentities');
    expect(JSON.stringify(list)).toContain(member.userId);
    expect(JSON.stringify(list)).not.toContain('4321');
    expect((await member.client.get('accessLog', {})).list).toEqual([]);
    expect(await office.asha.get('consoleIdentity', { id })).toEqual({ idNumberMasked: 'XXXX XXXX 4321' });
    expect((await member.client.get('accessLog', {})).list).toMatchObject([
      { who: 'S1', action: 'identity.look', reason: 'review' },
    ]);
    expect(await auditOf(id)).toEqual(['S1 identity.look']);
    await database.app.query(
      't.close_case_by_id',
      `UPDATE kyc.application SET status = 'certified', decided_at = 1, decided_by = 'sandbox' WHERE id::text = $1`,
      [id],
    );
    expect(await office.asha.refused('consoleIdentity', { id })).toBe('not_found');
    expect((await member.client.get('accessLog', {})).list).toHaveLength(1);
  });

  it('is an answer to a member who wrote, live', async () => {
    const member = await newMember(office.app);
    expect(await office.asha.refused('consoleAnswer', { memberId: member.userId, text: 'Unasked' })).toBe('not_found');
    await member.client.get('sendSupportMessage', { text: 'Is this real money?' });
    const { list } = await office.asha.get('consoleThreads');
    expect(list.filter(({ memberId }) => memberId === member.userId)).toMatchObject([{ unread: 1 }]);
    expect((await office.asha.get('consoleThread', { memberId: member.userId })).list).toMatchObject([
      { text: 'Is this real money?' },
    ]);
    pushed.length = 0;
    await office.asha.get('consoleAnswer', { memberId: member.userId, text: 'No. It is paper money.' });
    await expect
      .poll(() => pushed)
      .toContainEqual([member.userId, { type: 'support', data: { id: expect.any(String) as unknown } }]);
    const thread = (await member.client.get('supportMessages', {})).list;
    expect(thread[0]).toMatchObject({ text: 'No. It is paper money.' });
    expect(thread.map(({ from, readAt }) => [from, readAt !== null])).toEqual([
      ['service', false],
      ['member', true],
    ]);
    expect((await member.client.get('accessLog', {})).list).toMatchObject([{ who: 'S1', action: 'support.answer' }]);
  });

  it('is taking down an article of maker and checker: the release’s own is shown again, or none', async () => {
    const member = await newMember(office.app);
    const own = readArticleFiles().find(({ category }) => category === 'safety');
    await seedArticles(office.deps, [own!]);
    const title = async (id: string) =>
      member.client.get('article', { id }).then(
        (article) => article.title,
        () => 'none',
      );
    const takeDown = (id: string) => office.asha.refused('consoleTakeArticleDown', { id });
    for (const id of [own!.id, 'no-such-article']) expect(await takeDown(id), id).toBe('not_found');
    const article = { category: 'safety', published: true, codes: [], texts: inFour(text('Other words')) };
    const publish = (subject: string, more: object = {}) =>
      office.agreeOn({
        action: 'article.publish',
        subject,
        payload: { article: { ...article, ...more } },
        reason: 'review',
      });
    for (const id of [own!.id, 'of-people']) {
      await publish(id);
      expect(await title(id)).toBe('Other words');
      await office.asha.get('consoleTakeArticleDown', { id });
      expect(await title(id)).toBe(id === own!.id ? own!.texts.en.title : 'none');
      expect(await takeDown(id)).toBe('not_found');
    }
    expect((await auditOf('of-people')).at(-1)).toBe('S1 article.take_down');
    // What two people hid, one does not bring back.
    await publish(own!.id, { published: false });
    expect(await takeDown(own!.id)).toBe('not_found');
    expect(await title(own!.id)).toBe('none');
  });

  it('is taking down a banner of maker and checker: the release’s own is shown again, or none', async () => {
    const member = await newMember(office.app);
    const shown = async () => (await member.client.get('homeBanner', {})).map(({ id, title }) => `${id}: ${title}`);
    const released = await shown();
    const { list, images } = await office.asha.get('consoleBanners');
    const ofTheRelease = list[0]!.id;
    const takeDown = { id: ofTheRelease };
    expect(await office.asha.refused('consoleTakeBannerDown', takeDown)).toBe('not_found');
    const banner = { image: images[0]!, link: '/pages/news/index', place: 1, shown: true };
    const words = { ...banner, texts: inFour({ title: 'Other words', text: 't' }) };
    const publish = (subject: string, more: object = {}) =>
      office.agreeOn({
        action: 'banner.publish',
        subject,
        payload: { banner: { ...words, ...more } },
        reason: 'review',
      });
    await publish(ofTheRelease);
    await publish('kites');
    expect((await shown()).toSorted()).toEqual(
      [`${ofTheRelease}: Other words`, 'kites: Other words', ...released.slice(1)].toSorted(),
    );
    await office.asha.get('consoleTakeBannerDown', takeDown);
    await office.bela.get('consoleTakeBannerDown', { id: 'kites' });
    expect(await shown()).toEqual(released);
    for (const id of [ofTheRelease, 'kites', 'no-such-banner'])
      expect(await office.bela.refused('consoleTakeBannerDown', { id }), id).toBe('not_found');
    expect((await auditOf('kites')).at(-1)).toBe('S2 banner.take_down');
    // What two people hid, one does not bring back.
    await publish(ofTheRelease, { shown: false });
    expect(await office.asha.refused('consoleTakeBannerDown', takeDown)).toBe('not_found');
    expect(await shown()).toEqual(released.slice(1));
    for (const table of ['content.banner_down', 'content.banner'])
      await expect(database.admin.query(`t.undo.${table}`, `delete from ${table}`)).rejects.toMatchObject({
        code: '42501',
      });
  });

  it('never mentions payment details', async () => {
    const member = await newMember(office.app);
    await member.client.get('sendSupportMessage', { text: 'Where do I pay?' });
    const answer = { memberId: member.userId, text: 'Please send it to khara@okbank.' };
    expect(await office.asha.refused('consoleAnswer', answer)).toBe('pay_to_details');
    expect((await member.client.get('supportMessages', {})).list).toHaveLength(1);
  });

  it('claims no registration and no certain gain, in any language', async () => {
    const member = await newMember(office.app);
    await member.client.get('sendSupportMessage', { text: 'Are you registered?' });
    const answer = { memberId: member.userId, text: 'Khara is registered with SEBI as INZ000012345.' };
    expect(await office.asha.refused('consoleAnswer', answer)).toBe('claims_too_much');
  });

  it('is a vote, which cannot be changed afterwards', async () => {
    const words = { title: 'Which?', description: 'Choose one.' };
    const vote = {
      id: 'which-one',
      closesAt: office.world.clock.now() + MINUTE,
      texts: { en: words, hi: words, 'zh-Hant': words, 'zh-Hans': words },
      options: [
        { country: 'IN', names: inFour('India') },
        { country: '', names: inFour('None') },
      ],
    };
    expect(await office.asha.refused('consoleSaveVote', { ...vote, closesAt: 1 })).toBe('invalid_input');
    await office.asha.get('consoleSaveVote', vote);
    expect(await office.bela.refused('consoleSaveVote', vote)).toBe('already_there');
    const member = await newMember(office.app);
    await member.client.get('castVote', { id: 'which-one-1' });
    expect((await office.asha.get('consoleVotes')).list).toMatchObject([
      {
        id: 'which-one',
        options: [
          { name: 'India', flag: '🇮🇳', votes: 1 },
          { name: 'None', flag: '', votes: 0 },
        ],
      },
    ]);
    expect(await auditOf('which-one')).toEqual(['S1 vote.open']);
  });
});
