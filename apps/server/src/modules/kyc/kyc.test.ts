import { DAY_MS } from '@khara/rules';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newMember } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { TestClock } from '#test/deps.ts';
import { memberApp } from '#test/member-app.ts';
import { readStanding } from '#modules/credit/index.ts';
import { destroyDuePictures, handlers as pictures, openPicture } from '#modules/pictures/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { readAadhaar } from './submit.ts';
import { handlers, reviewIdentities } from './index.ts';

/** Right by Verhoeff's scheme, and invented. */
const NUMBERS = ['23412341234', '34563456345', '45674567456', '56785678567'].map((digits) =>
  Array.from({ length: 10 }, (_, last) => `${digits}${last}`).find((number) => readAadhaar(number))!,
);

const database = useTestDatabase();
const clock = new TestClock();
let deps: Deps;
let app: FastifyInstance;

beforeAll(async () => {
  const jobs = { send: async () => undefined };
  ({ app, deps } = await memberApp({ db: database.app, clock }, { ...pictures, ...handlers }, { parts: { jobs } }));
});
afterAll(() => app.close());

type TestMember = Awaited<ReturnType<typeof newMember>>;

/** A card of some colours, as a JPEG. */
const card = (background: string, stripe: string) =>
  sharp({ create: { width: 640, height: 400, channels: 3, background } })
    .composite([{ input: { create: { width: 640, height: 90, channels: 3, background: stripe } }, left: 0, top: 0 }])
    .jpeg()
    .toBuffer();
const front = () => card('#fdf6e3', '#ff9933');
const back = () => card('#e8f1fb', '#138808');

/** Sends a file as a browser's form does. */
async function upload(token: string, bytes: Uint8Array, { purpose = 'kyc', name = 'card.jpg' } = {}) {
  const boundary = 'a-boundary-of-this-test';
  const part = (head: string, body: Uint8Array) => [
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
    body,
    Buffer.from('\r\n'),
  ];
  const payload = Buffer.concat([
    ...part('Content-Disposition: form-data; name="purpose"', Buffer.from(purpose)),
    ...part(`Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/jpeg`, bytes),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  const response = await app.inject({
    method: 'POST',
    url: '/app/upload/image',
    headers: { token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  });
  expect(response.statusCode).toBe(200);
  return response.json<{ code: number; msg: string; data: { fileId: string; reason?: string } }>();
}

async function uploaded({ token }: TestMember, bytes: Uint8Array): Promise<string> {
  const { code, data } = await upload(token, bytes);
  expect(code).toBe(200);
  return data.fileId;
}

async function handIn(member: TestMember, idNumber: string, name = 'आशा शर्मा') {
  const [frontPhoto, backPhoto] = [await uploaded(member, await front()), await uploaded(member, await back())];
  return member.client.ask('submitIdentity', { name, idNumber, frontPhoto, backPhoto });
}

async function certified(member: TestMember, idNumber: string) {
  await handIn(member, idNumber);
  clock.advance(3000);
  await reviewIdentities(deps);
  return member.client.get('identity', {});
}

describe('a picture that is uploaded', () => {
  it('comes back to its owner only, to be saved and not shown', async () => {
    const [owner, other] = [await newMember(app), await newMember(app)];
    const id = await uploaded(owner, await front());
    const get = (token: string) => app.inject({ url: `/app/upload/file/${id}`, headers: { token } });
    const own = await get(owner.token);
    expect(own.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="${id}.jpg"`,
    });
    expect(own.headers['content-security-policy']).toContain('sandbox');
    expect((await sharp(own.rawPayload).metadata()).width).toBe(640);
    for (const answer of [
      await get(other.token),
      await app.inject({ url: '/app/upload/file/Pnone12345', headers: { token: other.token } }),
    ]) {
      expect(answer.json()).toMatchObject({ code: 500, data: { reason: 'not_found' } });
    }
    expect((await get('')).json()).toMatchObject({ code: 401 });
  });

  it('is nowhere in the database as it was', async () => {
    const owner = await newMember(app);
    const id = await uploaded(owner, await front());
    const shown = (await openPicture(deps, id))!.bytes;
    const [row] = await database.app.query<{ body: Buffer }>(
      't.body',
      'SELECT body FROM pictures.picture WHERE id = $1',
      [id],
    );
    expect(row!.body.includes(shown.subarray(100, 160))).toBe(false);
    // A short mark anywhere in random bytes is there by chance now and then.
    expect(row!.body.includes(shown.subarray(0, 16))).toBe(false);
  });

  it('of more than 5 MB is refused in the words of the specification', async () => {
    const { token } = await newMember(app);
    const answer = await upload(token, Buffer.alloc(5 * 1024 * 1024 + 1, 1));
    expect(answer).toMatchObject({
      code: 500,
      msg: 'Uploading images cannot exceed 5MB',
      data: { reason: 'picture_too_large' },
    });
  });

  it('is refused when it is none, or none was sent, or there is no session', async () => {
    const { token, client } = await newMember(app);
    expect((await upload(token, Buffer.from('<svg/>'))).data.reason).toBe('picture_unreadable');
    expect((await upload(token, await front(), { purpose: 'fun' })).data.reason).toBe('invalid_input');
    expect(await client.refused('uploadPicture', { purpose: 'kyc' } as never)).toBe('file_required');
    expect((await upload('', await front())).code).toBe(401);
  });

  it('is the last of twenty', async () => {
    const { token } = await newMember(app);
    const bytes = await front();
    for (let file = 0; file < 20; file += 1) expect((await upload(token, bytes)).code).toBe(200);
    expect((await upload(token, bytes)).data.reason).toBe('too_many_files');
  });

  it('that nothing came to need loses its key after a day', async () => {
    const owner = await newMember(app);
    const id = await uploaded(owner, await front());
    clock.advance(DAY_MS - 1000);
    await destroyDuePictures(deps);
    expect(await openPicture(deps, id)).toBeDefined();
    clock.advance(1000);
    await destroyDuePictures(deps);
    expect(await openPicture(deps, id)).toBeUndefined();
  });
});

describe('an identity check', () => {
  it('goes from nothing to under review to certified, and its pictures go a day later', async () => {
    const member = await newMember(app);
    expect(await member.client.get('identity', {})).toMatchObject({ status: 'unauthenticated', name: null });
    const answer = await handIn(member, NUMBERS[0]!);
    expect(answer).toMatchObject({
      code: 200,
      msg: 'Submitted successfully, please wait for review',
      data: { status: 'under_review' },
    });
    await reviewIdentities(deps);
    expect((await member.client.get('identity', {})).status).toBe('under_review');
    clock.advance(2000);
    await reviewIdentities(deps);
    const { picturesKeptUntil, ...identity } = await member.client.get('identity', {});
    expect(identity).toMatchObject({
      status: 'certified',
      name: 'आशा शर्मा',
      idNumberMasked: `XXXX XXXX ${NUMBERS[0]!.slice(-4)}`,
      reason: null,
    });
    expect(picturesKeptUntil).toBe(clock.now() + DAY_MS);
    expect((await member.client.get('userDetail', {})).userInfo.kycStatus).toBe('certified');
    clock.advance(DAY_MS);
    await destroyDuePictures(deps);
    const left = await database.app.query(
      't.left',
      'SELECT FROM pictures.picture WHERE member_id = $1 AND (wrapped_key IS NOT NULL OR body IS NOT NULL OR look IS NOT NULL)',
      [member.userId],
    );
    expect(left).toEqual([]);
  });

  it('fails for the same picture twice or an empty one, and can be handed in again', async () => {
    const member = await newMember(app);
    const empty = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer();
    const attempts = [
      [await uploaded(member, await front()), await uploaded(member, await front()), 'same_picture_twice'],
      [await uploaded(member, await front()), await uploaded(member, empty), 'picture_not_readable'],
    ] as const;
    for (const [frontPhoto, backPhoto, reason] of attempts) {
      await member.client.get('submitIdentity', { name: 'Asha Sharma', idNumber: NUMBERS[1]!, frontPhoto, backPhoto });
      clock.advance(3000);
      await reviewIdentities(deps);
      expect(await member.client.get('identity', {})).toMatchObject({ status: 'failed', reason });
    }
    expect((await certified(member, NUMBERS[1]!)).status).toBe('certified');
  });

  it('says what is missing or wrong, and keeps nothing of it', async () => {
    const [member, other] = [await newMember(app), await newMember(app)];
    const [mine, mineToo, theirs] = [
      await uploaded(member, await front()),
      await uploaded(member, await back()),
      await uploaded(other, await back()),
    ];
    const whole = { name: 'Asha Sharma', idNumber: NUMBERS[2]!, frontPhoto: mine, backPhoto: mineToo };
    const cases = [
      [{ ...whole, name: ' ' }, 'kyc_incomplete', 'name', 'Please provide complete information'],
      [{ ...whole, idNumber: '' }, 'kyc_incomplete', 'idNumber', 'Please provide complete information'],
      [{ ...whole, name: 'R2-D2 <b>' }, 'kyc_name_invalid', 'name', undefined],
      [{ ...whole, idNumber: NUMBERS[0]!.replace(/^2/, '3') }, 'aadhaar_number_invalid', 'idNumber', undefined],
      [{ ...whole, idNumber: '123412341234' }, 'aadhaar_number_invalid', 'idNumber', undefined],
      [{ ...whole, frontPhoto: '' }, 'aadhaar_photo_required', 'frontPhoto', 'Please upload your Aadhaar card'],
      [{ ...whole, backPhoto: theirs }, 'aadhaar_photo_required', 'backPhoto', 'Please upload your Aadhaar card'],
    ] as const;
    for (const [payload, reason, field, words] of cases) {
      const { msg, data } = await member.client.ask('submitIdentity', payload);
      expect(data).toMatchObject({ reason, field });
      if (words) expect(msg).toBe(words);
    }
    expect((await member.client.get('identity', {})).status).toBe('unauthenticated');
  });

  it('is handed in once at a time, and not again once certified', async () => {
    const member = await newMember(app);
    const [frontPhoto, backPhoto] = [await uploaded(member, await front()), await uploaded(member, await back())];
    const payload = {
      name: 'Asha Sharma',
      idNumber: `${NUMBERS[0]!.slice(0, 4)} ${NUMBERS[0]!.slice(4, 8)}-${NUMBERS[0]!.slice(8)}`,
      frontPhoto,
      backPhoto,
    };
    const answers = await Promise.all([1, 2, 3].map(() => member.client.ask('submitIdentity', payload)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await member.client.refused('submitIdentity', payload)).toBe('kyc_under_review');
    clock.advance(3000);
    await Promise.all([reviewIdentities(deps), reviewIdentities(deps)]);
    expect(await member.client.refused('submitIdentity', payload)).toBe('kyc_certified');
  });

  it('with the number of another certified account meets a rule of the credit score', async () => {
    const [first, second] = [await newMember(app), await newMember(app)];
    await certified(first, NUMBERS[3]!);
    expect((await readStanding(database.app, first.userId, clock.now())).score).toBe(100);
    await certified(second, NUMBERS[3]!);
    expect(await readStanding(database.app, second.userId, clock.now())).toMatchObject({ score: 40, blocked: true });
  });

  it('leaves the number nowhere: not in the database, not in the log', async () => {
    const lines: string[] = [];
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    const member = await newMember(app);
    await certified(member, NUMBERS[0]!);
    write.mockRestore();
    const rows = await database.app.query<{ text: string }>(
      't.dump',
      `SELECT row_to_json(a)::text AS text FROM kyc.application a WHERE member_id = $1
       UNION ALL SELECT row_to_json(n)::text FROM notices.notice n WHERE member_id = $1
       UNION ALL SELECT row_to_json(m)::text FROM accounts.member m WHERE id = $1`,
      [member.userId],
    );
    expect(rows.length).toBeGreaterThan(3);
    expect(JSON.stringify([rows, lines])).not.toContain(NUMBERS[0]);
  });

  it('waits for people where people decide', async () => {
    const member = await newMember(app);
    await handIn(member, NUMBERS[2]!);
    clock.advance(DAY_MS / 4);
    const manual = { ...deps, config: { ...deps.config, KYC_REVIEW: 'manual' as const } };
    expect(await reviewIdentities(manual)).toBe(0);
    expect((await member.client.get('identity', {})).status).toBe('under_review');
  });
});
