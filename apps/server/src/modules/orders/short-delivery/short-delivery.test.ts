import { paise, rupees } from '@khara/money';
import { decimalIn } from '@khara/texts';
import { describe, expect, it } from 'vitest';
import { createNoticeHandlers } from '#modules/notices/index.ts';
import { verifyDeliveries } from '#src/verify/deliveries.ts';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { testDeps } from '#test/deps.ts';
import { nextAccountKey, openTrading, provesTheTrading, type Trader, type Trading } from '#test/trading.ts';
import { seedWithout } from '#test/undelivered.ts';
import { remarksOfOrders } from '../portfolio/remarks.ts';

const CODE = 'AAMRAI';
const SECOND = { marketDay: 1, date: '2026-11-23' } as const;

const inboxOf = async ({ deps }: Trading, { caller }: Trader) => {
  const answer = await createNoticeHandlers(async () => undefined).noticeList(deps, caller, {});
  if (answer.refused !== undefined) throw new Error(answer.refused);
  return answer.value.list.map(({ title }) => title);
};

const dateOf = ({ deps }: Trading) => deps.market.now().marketDate;
const time = ({ deps }: Trading) => deps.market.now().marketTime.slice(11, 19);
/** What the story of a member's newest order says of its delivery. */
const storyOf = async (member: Trader) => {
  const [{ id } = { id: '' }] = await member.orders();
  const { timeline } = await member.detail(id);
  return timeline
    .filter(({ step }) => ['not_delivered', 'bought_in', 'closed_out'].includes(step))
    .map(({ step, text, why }) => ({ step, text, why }));
};
const toTrading = (trading: Trading) => trading.stepUntil(() => trading.deps.market.phase(CODE) === 'continuous');
const nextDay = async (trading: Trading) => {
  const date = dateOf(trading);
  await trading.stepUntil(() => dateOf(trading) > date);
};

describe('a purchase that is not delivered', () => {
  const database = useTestDatabase({ per: 'test' });
  const isProved = async () => {
    await provesTheTrading(database.app);
    await provesTheBooks(database.app);
    const found = await verifyDeliveries(database.admin, testDeps().keys);
    expect(found).toEqual([{ name: 'short_deliveries', violations: 0, sample: undefined }]);
  };
  /** Buys ten shares on the first day, and goes on into the second. */
  async function bought(isFound: boolean): Promise<{ readonly trading: Trading; readonly member: Trader }> {
    const trading = await openTrading(database.app, {
      daySeconds: '12',
      seed: seedWithout({ code: CODE, accountKey: nextAccountKey(), ...SECOND, isFound }),
    });
    await toTrading(trading);
    const member = trading.member();
    await member.deposit(10_00_000_00n);
    await member.buy({ code: CODE, quantity: 10 });
    await nextDay(trading);
    expect(dateOf(trading)).toBe(SECOND.date);
    await toTrading(trading);
    return { trading, member };
  }

  it('comes a settlement day later to who kept it, and moves nothing until then', async () => {
    const { trading, member } = await bought(true);
    const asset = trading.assetOf(CODE);
    await trading.stepUntil(() => time(trading) >= '15:45:00' || dateOf(trading) > SECOND.date);
    expect(await member.balance(120, asset)).toBe(0n);
    expect(await member.balance(122, asset)).toBe(10n);
    expect(await inboxOf(trading, member)).toContain(`${CODE}: 10 shares were not delivered`);
    expect(await storyOf(member)).toEqual([
      {
        step: 'not_delivered',
        text: 'Not delivered: 10 shares',
        why: expect.stringMatching(/did not deliver.*they come on 25 November 2026\.$/u) as string,
      },
    ]);
    await nextDay(trading);
    expect(await member.balance(122, asset)).toBe(10n);
    await isProved();
    await nextDay(trading);
    expect(await member.balance(120, asset)).toBe(10n);
    expect(await member.balance(122, asset)).toBe(0n);
    await isProved();
  });

  it.each([
    [true, `was bought in`],
    [false, `was closed out`],
  ])('costs who sold it before the pay-out what the auction takes (found: %s)', async (isFound, words) => {
    const { trading, member } = await bought(isFound);
    const sold = await member.sell({ code: CODE, quantity: 7 });
    await nextDay(trading);
    const [row] = await database.app.query<{
      waits: number;
      sold: number;
      undelivered: number;
      loss_paise: bigint;
      price_paise: bigint;
      sale_paise: bigint;
    }>('test.short', 'SELECT s.* FROM trading.short_delivery s WHERE s.user_id = $1', [member.userId]);
    expect(row).toMatchObject({ waits: 3, sold: 7, undelivered: 7 });
    const brought = paise(sold.averagePrice!)! * 7n;
    expect(row!.loss_paise).toBe(row!.price_paise * 7n - row!.sale_paise);
    expect(Number(row!.sale_paise - brought)).toBeLessThan(10);
    expect(row!.loss_paise).toBeGreaterThan(0n);
    const [entry] = await database.app.query<{ paise: bigint }>(
      'test.loss',
      `SELECT sum(p.amount)::bigint AS paise FROM ledger.entry e JOIN ledger.posting p ON p.entry_id = e.id
       WHERE e.kind = 'short_sale' AND p.code = 101`,
    );
    expect(entry).toEqual({ paise: -row!.loss_paise });
    const price = decimalIn('en', rupees(row!.price_paise));
    expect(await storyOf(member)).toMatchObject([
      { step: 'not_delivered', text: 'Not delivered: 7 shares' },
      isFound
        ? { step: 'bought_in', text: `Bought in at ${price}: 7 shares` }
        : { step: 'closed_out', text: `Closed out at ${price}: 7 shares` },
    ]);
    const lines = (await member.bill()).filter(({ kind }) => kind === 'short_sale');
    expect(lines).toHaveLength(1);
    const remark = await remarksOfOrders(database.app, member.userId, 'en', lines);
    expect(remark(lines[0]!)).toBe(
      `${isFound ? 'Bought in' : 'Closed out'} 7 ${CODE} at ${price}: a sale that was not delivered`,
    );
    const inbox = await inboxOf(trading, member);
    expect(inbox.some((title) => title.startsWith(`${CODE}: your sale ${words}`))).toBe(true);
    await isProved();
    await nextDay(trading);
    expect(await member.balance(120, trading.assetOf(CODE))).toBe(3n);
    await isProved();
  });
});
