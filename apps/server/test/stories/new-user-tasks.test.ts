import { expect, it } from 'vitest';
import { completeTask, newUserTasks, notifyAll } from '#modules/notices/index.ts';
import { useTestDatabase } from '#test/database.ts';

const database = useTestDatabase();

it('a task of a new user never asks to be read, and is put away, once, when it is done', async () => {
  const rows = () =>
    database.app.query<{ key: string; readAt: number | undefined; clearedAt: number | undefined }>(
      't.tasks',
      `SELECT key, read_at, cleared_at FROM notices.notice WHERE member_id = 'anna' ORDER BY id DESC`,
    );
  await database.app.transaction((tx) => notifyAll(tx, newUserTasks('anna', 1000)));
  await database.app.transaction((tx) => notifyAll(tx, newUserTasks('anna', 2000)));
  expect(
    (await rows()).map(({ key }) => key),
    'never twice',
  ).toEqual(['changeTransactionPassword', 'taskRecharge', 'taskOrder', 'taskKyc']);
  await completeTask(database.app, ['anna', 'nobody', 'anna'], 'recharge', 3000);
  await completeTask(database.app, ['anna'], 'recharge', 4000);
  expect((await rows())[1]).toEqual({ key: 'taskRecharge', readAt: 1000, clearedAt: 3000 });
  await database.app.transaction((tx) => notifyAll(tx, newUserTasks('anna', 5000)));
  expect(await rows(), 'what is done is not set again').toHaveLength(4);
  expect((await rows()).filter(({ readAt: at }) => at === undefined)).toEqual([]);
});
