import { newApplicant, type openOfferings } from './offerings-market.ts';
import { granted, recharge } from './ledger-fixtures.ts';
import type { Db } from '#src/ports/database.ts';

/**
 * One lottery, the same whenever it is held: over-subscribed by simulated applicants, with members whose ids
 * and requests are fixed.
 */

export const LOTTERY = { seeds: ['NABHODEEP'], demand: 300, random: 'the same chance' };
const LOTTERY_ID = 'IPO-NABHODEEP-0';
export const LOTTERY_OPENS = '2026-11-20T10:00';
/** Closed, drawn, signed by the end of the window, listed. */
export const LOTTERY_STAMPS = ['2026-11-20T11:13', '2026-11-20T12:00', '2026-11-23T15:30', '2026-11-25T09:00'] as const;
const MEMBERS = 24;

/** Opens it and has all traders apply. */
export async function beginLottery(db: Db, offerings: ReturnType<typeof openOfferings>): Promise<void> {
  await offerings.run();
  await offerings.goTo(LOTTERY_OPENS);
  for (let index = 0; index < MEMBERS; index += 1) {
    // The id and the request decide about the commitment.
    const member = newApplicant(offerings.deps, `member-${String(index).padStart(4, '0')}`);
    await recharge(db, member.userId, 100_000_000n);
    await granted(
      Promise.resolve(member.subscribe({ id: LOTTERY_ID, lots: 1 + (index % 13), requestId: `request-${index}` })),
    );
  }
}
