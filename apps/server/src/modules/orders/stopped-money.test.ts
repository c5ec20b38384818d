import { rupees } from '@khara/money';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { openTrading, type Trader, type Trading } from '#test/trading.ts';
import { move, post, available, CODES, conversionDesk } from '#modules/ledger/index.ts';

const CODE = 'AAMRAI';
const stopped = { code: 'KH003' };

describe('while money is stopped', () => {
  const database = useTestDatabase();
  let trading: Trading;
  let member: Trader;
  beforeAll(async () => {
    trading = await openTrading(database.app, {});
    member = trading.member();
    await member.deposit(20_00_000_00n);
  });
  const stop = () => database.admin.query('test.stop', "SELECT ledger.stop_books('made_up', 1, 'a test') AS done");
  const why = (actor: string) =>
    database.admin.query('test.why', 'SELECT ledger.record_cause($1, $2) AS done', [actor, 'a test stopped it']);
  const far = () => rupees(BigInt(trading.quote(CODE).bandLowPaise));

  it('the database takes no new movement, whatever a server knows of the stop, and what was accepted goes on', async () => {
    const waits = await member.buy({ code: CODE, price: trading.inside(CODE), quantity: 10 });
    const given = await member.buy({ code: CODE, price: far(), quantity: 10 });
    const held = await member.balance(CODES.frozenForOrders);
    await stop();

    await expect(member.buy({ code: CODE, price: far(), quantity: 1 })).rejects.toMatchObject(stopped);
    await expect(member.buy({ code: CODE, quantity: 1, product: 'intraday' })).rejects.toMatchObject(stopped);
    await expect(member.modify({ id: given.id, quantity: 20 })).rejects.toMatchObject(stopped);
    await expect(
      post(database.app, {
        kind: 'convert',
        ref: 'C-1',
        actor: 'user',
        marketDate: trading.deps.market.now().marketDate,
        lines: [move(available(member.userId), -100n), move(conversionDesk('INR'), 100n)],
      }),
    ).rejects.toMatchObject(stopped);
    expect(await member.balance(CODES.frozenForOrders)).toBe(held);

    // What was accepted before is filled and settled, and what is held can be given back.
    const settled = async () => (await member.detail(waits.id)).state;
    for (let step = 0; step < 400 && (await settled()) === 'open'; step += 1) await trading.venue.step();
    await member.cancel(given.id);
    expect(await settled()).toBe('complete');
    expect(await member.balance(CODES.frozenForOrders)).toBe(0n);

    await why('S-1');
    await expect(member.buy({ code: CODE, price: far(), quantity: 1 })).rejects.toMatchObject(stopped);
    await why('S-2');
    await member.buy({ code: CODE, price: far(), quantity: 1 });
  });
});
