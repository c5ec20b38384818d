import pino from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { memoryBus } from '#src/adapters/bus/memory-bus.ts';
import { useTestDatabase } from '#test/database.ts';
import { createWatchlists } from './watchlists.ts';

const database = useTestDatabase();

const busOf = () => memoryBus(pino({ level: 'silent' }));

it('a watchlist that was changed at another server is seen here at once', async () => {
  const bus = busOf();
  const [here, elsewhere] = [createWatchlists(database.app, bus), createWatchlists(database.app, bus)];
  expect(await here.of('bala')).toEqual([]);
  await elsewhere.toggle({ userId: 'bala', code: 'AAMRAI', at: 1, r: undefined });
  expect(await here.of('bala')).toEqual(['AAMRAI']);
});

it('a watchlist that was changed at another server is seen here within two seconds while the bus is away', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const [here, elsewhere] = [createWatchlists(database.app, busOf()), createWatchlists(database.app, busOf())];
  const watch = (code: string) => elsewhere.toggle({ userId: 'asha', code, at: 1, r: undefined });
  await watch('AAMRAI');
  expect(await here.of('asha')).toEqual(['AAMRAI']);
  await watch('AAMRAI');
  vi.advanceTimersByTime(2_001);
  expect(await here.of('asha')).toEqual([]);
});
