import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createShutdown } from './shutdown.ts';

const quietLog = pino({ level: 'silent' });

it('asked again while a step hangs, it still ends the database, and waits for that alone', async () => {
  const ended: string[] = [];
  const shutdown = createShutdown(quietLog);
  shutdown.add('lock', () => void ended.push('lock'));
  shutdown.add('database', () => Promise.resolve().then(() => void ended.push('database')), { evenAtOnce: true });
  shutdown.add('one that hangs', () => new Promise(() => undefined));
  shutdown.add('server', () => void ended.push('server'));
  void shutdown.run();
  await shutdown.atOnce();
  expect(ended).toEqual(['server', 'database']);
});

it('a database that cannot be stopped does not keep the process', async () => {
  const shutdown = createShutdown(quietLog);
  shutdown.add('database', () => Promise.reject(new Error('it hangs')), { evenAtOnce: true });
  await expect(shutdown.atOnce()).resolves.toBeUndefined();
});
