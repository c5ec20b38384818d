import { describe, expect, it, onTestFinished } from 'vitest';
import { buildApp } from '#src/app.ts';
import { useTestDatabase } from '#test/database.ts';
import { testDeps } from '#test/deps.ts';

describe('figures of the database at /metrics', () => {
  const database = useTestDatabase({ provesBooks: false });

  it('say how many commands the market has not applied', async () => {
    const app = await buildApp(testDeps({ db: database.app }), {});
    onTestFinished(() => app.close());
    const unapplied = async () => /^khara_journal_unapplied (.*)$/m.exec((await app.inject('/metrics')).body)?.[1];
    expect(await unapplied()).toBe('0');
    await database.admin.query(
      'test.suspend',
      `INSERT INTO trading.journal_command (kind, code, accepted_ms, request_id) VALUES ('suspend', 'K1', 0, 1), ('suspend', 'K2', 0, 2)`,
    );
    expect(await unapplied()).toBe('2');
    await database.admin.query(
      'test.apply',
      'UPDATE trading.journal_command SET market_day = 0, applied_step = 1, applied_index = request_id',
    );
    expect(await unapplied()).toBe('0');
  });
});
