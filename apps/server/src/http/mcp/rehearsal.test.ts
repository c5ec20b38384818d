import { expect, it } from 'vitest';
import { testDeps } from '#test/deps.ts';
import type { DoorCaller } from '../kite/caller.ts';
import { placeRehearsed, rehearseOrder } from './rehearsal.ts';

const now = () => ({ marketDate: '2026-11-25', marketTime: '10:00:00' });

/** A market whose last price is moved, and a caller whose previews are protected at 133.00. */
function setUp() {
  let lastPrice = 13_200;
  const placed: object[] = [];
  const market = { now, depth: () => undefined, quote: () => ({ lastPrice }) };
  const caller = {
    program: { keyId: 'k', member: { userId: 'u' } },
    ask: (name: string, fields: object) =>
      Promise.resolve(
        name === 'ownLimits'
          ? {}
          : name === 'placeBuyOrder'
            ? { id: String(placed.push(fields)) }
            : { price: '133.00', lastPrice: '132.00', quantity: 10 },
      ),
    countOrder: () => undefined,
  } as unknown as DoorCaller;
  const deps = testDeps({ market: market as never, db: { transaction: () => Promise.resolve() } as never });
  const terms = { side: 'buy', code: 'AAMRAI', quantity: '10', type: 'market' };
  return {
    placed,
    move: (price: number) => (lastPrice = price),
    rehearse: () => rehearseOrder(deps, caller, terms),
    place: (rehearsal: string) => placeRehearsed(deps, caller, { ...terms, rehearsal }),
  };
}

it('refuses an order at the market that the market has left, with both figures, and takes it up to there', async () => {
  const { rehearse, place, move, placed } = setUp();
  const { rehearsal } = await rehearse();
  move(13_301);
  await expect(place(rehearsal)).rejects.toMatchObject({
    reason: 'rehearsal_left_behind',
    message: 'The market has left this rehearsal: 132.00 then, 133.01 now. Rehearse again',
  });
  expect(placed).toEqual([]);
  move(13_300);
  expect(await place(rehearsal)).toEqual({ status: 'placed', orderId: '1' });
});
