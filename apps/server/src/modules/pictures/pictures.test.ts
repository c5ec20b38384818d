import { DAY_MS } from '@khara/rules';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { done } from '#src/kernel/result.ts';
import { newMember } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { TestClock } from '#test/deps.ts';
import { granted } from '#test/ledger-fixtures.ts';
import { memberApp } from '#test/member-app.ts';
import { destroyDuePictures, handlers, keepUntil } from './index.ts';

const JPEG = Buffer.from('what stands for the bytes of a picture');

const database = useTestDatabase();
let clock: TestClock;
let deps: Deps;
let app: FastifyInstance;
let owner: MemberCaller;
beforeAll(async () => {
  clock = new TestClock();
  const rendered = { jpeg: JPEG, look: Buffer.alloc(256), contrast: 40 };
  const pictures: Deps['pictures'] = { render: () => Promise.resolve(done(rendered)) };
  ({ app, deps } = await memberApp({ db: database.app, clock }, handlers, { parts: { pictures } }));
});
beforeEach(async () => {
  owner = await signedIn();
});
afterAll(() => app.close());

async function signedIn(): Promise<MemberCaller> {
  const { token } = await newMember(app);
  const session = await deps.sessions.find(token);
  if (session.kind !== 'live') throw new Error('no session');
  const { member } = session;
  return { member, language: 'en', address: '127.0.0.1', device: undefined, userAgent: 'test', cacheBuster: undefined };
}

const tryUpload = (caller: MemberCaller) => handlers.uploadPicture(deps, caller, { file: JPEG, purpose: 'support' });
const upload = async (): Promise<string> => (await granted(Promise.resolve(tryUpload(owner)))).fileId;
const read = (caller: MemberCaller, id: string) => handlers.uploadedPicture(deps, caller, { id });
type Row = {
  readonly wrappedKey: Buffer | undefined;
  readonly body: Buffer | undefined;
  readonly look: Buffer | undefined;
};
const rowOf = async (id: string): Promise<Row> => {
  const sql = 'SELECT wrapped_key, body, look FROM pictures.picture WHERE id = $1';
  return (await database.admin.query<Row>('test.picture', sql, [id]))[0]!;
};

describe('a picture', () => {
  it('is opened by its owner alone, and the database has no byte of it in clear', async () => {
    const id = await upload();
    expect(await read(owner, id)).toMatchObject({ value: { name: `${id}.jpg`, type: 'image/jpeg' } });
    const { bytes } = (await granted(Promise.resolve(read(owner, id)))) as { bytes: Uint8Array };
    expect(Buffer.from(bytes)).toEqual(JPEG);
    expect(await read(await signedIn(), id)).toMatchObject({ refused: 'not_found' });
    expect((await rowOf(id)).body!.includes(JPEG.subarray(0, 8))).toBe(false);
  });

  it('does not open for a member to whom a superuser has moved its row', async () => {
    const [id, thief] = [await upload(), await signedIn()];
    const move = 'UPDATE pictures.picture SET member_id = $2 WHERE id = $1';
    await database.admin.query('test.move', move, [id, thief.member.userId]);
    await expect(async () => read(thief, id)).rejects.toThrow();
  });

  it('that nothing came to need is destroyed after a day, once, with its key and its look', async () => {
    const [unused, used] = [await upload(), await upload()];
    await database.app.transaction((tx) => keepUntil(tx, [used], clock.now() + 30 * DAY_MS));
    clock.advance(DAY_MS - 1);
    expect(await read(owner, unused)).toMatchObject({ value: { type: 'image/jpeg' } });
    await destroyDuePictures(deps);
    expect(await read(owner, unused)).toMatchObject({ value: { type: 'image/jpeg' } });
    clock.advance(1);
    expect(await destroyDuePictures(deps)).toBeGreaterThan(0);
    expect(await destroyDuePictures(deps)).toBe(0);
    expect(await read(owner, unused)).toMatchObject({ refused: 'not_found' });
    expect(await rowOf(unused)).toEqual({ wrappedKey: undefined, body: undefined, look: undefined });
    expect(await read(owner, used)).toMatchObject({ value: { type: 'image/jpeg' } });
  });

  it('is one of twenty at most, however many come at once; what was destroyed makes room', async () => {
    const answers = await Promise.all(Array.from({ length: 24 }, () => tryUpload(owner)));
    expect(answers.filter(({ refused }) => refused === undefined)).toHaveLength(20);
    expect(answers.filter(({ refused }) => refused === 'too_many_files')).toHaveLength(4);
    clock.advance(DAY_MS);
    await destroyDuePictures(deps);
    expect(await upload()).toMatch(/^P/);
  });
});
