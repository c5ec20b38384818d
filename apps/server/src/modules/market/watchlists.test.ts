import { expect, it, onTestFinished, vi } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { createWatchlists } from './watchlists.ts';

const database = useTestDatabase();

it('a watchlist that was changed at another server is seen here within two seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const [here, elsewhere] = [createWatchlists(database.app), createWatchlists(database.app)];
  const watch = (code: string) => elsewhere.toggle({ userId: 'asha', code, at: 1, r: undefined });
  await watch('AAMRAI');
  expect(await here.of('asha')).toEqual(['AAMRAI']);
  await watch('AAMRAI');
  vi.advanceTimersByTime(2_001);
  expect(await here.of('asha')).toEqual([]);
});
