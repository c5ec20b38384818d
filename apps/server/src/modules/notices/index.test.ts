import { expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { notifyAll, notifyAllOnce, type NoticeToSend } from './index.ts';

const database = useTestDatabase();

const notice = (about: string): NoticeToSend => ({
  userId: 'anna',
  category: 'transaction',
  key: 'orderRejected',
  params: { code: 'AAMRAI' },
  about,
  at: 1_000,
});

it('a notice that another has written is answered as it stands, and written once', async () => {
  const [first] = await notifyAll(database.app, [notice('order:1 rejected')]);
  const both = await notifyAllOnce(database.app, [notice('order:1 rejected'), notice('order:2 rejected')]);
  expect(both).toMatchObject([first!, { memberId: 'anna', key: 'orderRejected' }]);
  const again = await notifyAllOnce(database.app, [notice('order:2 rejected'), notice('order:1 rejected')]);
  expect(again).toEqual(both);
  expect(await notifyAllOnce(database.app, [])).toEqual([]);
});
