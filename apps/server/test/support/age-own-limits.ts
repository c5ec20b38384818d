import type { Db } from '#src/ports/database.ts';

/**
 * Has a member ask for their limits the given ms earlier than they did. The database's own clock says when a wait and a
 * pause are over, and cannot be set: the owner of the table alone can write an earlier instant, without its triggers.
 */
export const ageOwnLimits = (admin: Db, userId: string, ms: number): Promise<void> =>
  admin.transaction(async (tx) => {
    const triggers = async (name: string, how: string) => {
      await tx.query(`test.${name}`, `ALTER TABLE trading.own_limit ${how} TRIGGER append_only`);
    };
    await triggers('triggers_off', 'DISABLE');
    await tx.query(
      'test.age_own_limits',
      `UPDATE trading.own_limit SET asked_ms = asked_ms - $2::bigint, from_ms = from_ms - $2::bigint,
         value = CASE WHEN kind = 'pause' THEN value - $2::bigint ELSE value END,
         before = CASE WHEN kind = 'pause' THEN before - $2::bigint ELSE before END
       WHERE user_id = $1`,
      [userId, ms],
    );
    await triggers('triggers_on', 'ENABLE ALWAYS');
  });
