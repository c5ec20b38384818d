import { isOpenState } from '@khara/broker';
import { ORDER_STATES } from '@khara/contract';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';

describe('the open states of an order', () => {
  const database = useTestDatabase();

  it('are the same ones in the database', async () => {
    const rows = await database.app.query<{ state: string }>(
      't.open_states',
      'SELECT state FROM unnest($1::text[]) state WHERE trading.is_open_state(state)',
      [ORDER_STATES],
    );
    expect(rows.map(({ state }) => state)).toEqual(ORDER_STATES.filter(isOpenState));
  });

  it('are found by the index of open orders', async () => {
    const plan = await database.app.transaction(async (tx) => {
      await tx.query('t.no_scan', 'SET LOCAL enable_seqscan = off');
      return tx.query<{ 'QUERY PLAN': string }>(
        't.plan',
        `EXPLAIN SELECT FROM trading."order" WHERE user_id = 'u' AND trading.is_open_state(state)`,
      );
    });
    const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(lines).toContain('order_open');
  });
});
