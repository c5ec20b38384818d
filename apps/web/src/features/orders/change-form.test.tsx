import { userEvent } from 'vitest/browser';
import { beforeEach, expect, it } from 'vitest';
import { useConfig } from '#api/config.ts';
import { useSession } from '#api/session.ts';
import { InSheet } from '#ui/in-sheet.ts';
import { forgetRemembered } from '#features/transaction-password/remembered.ts';
import { answering, refusal } from '../../../test/server.ts';
import { makeOrder } from '../../../test/order.ts';
import { press, show } from '../../../test/show.tsx';
import { stock } from '../../../test/stock.ts';
import { ChangeForm } from './change-form.tsx';

const order = makeOrder();

beforeEach(() => {
  forgetRemembered();
  useConfig.setState({ info: undefined, lot: 1 });
  useSession.setState({ token: `T${Math.random()}`, device: 'D', userInfo: undefined });
});

async function changing(of = order) {
  const { asked } = answering({
    userDetail: () => Response.json({ code: 200, msg: '', data: { userInfo: {}, transactionPasswordUntil: null } }),
    quantityLimits: () => ({ minimum: 1, maximum: 100_000 }),
    modifyOrder: () => refusal('order_not_open', 'The order is no longer open'),
  });
  const screen = await show(
    <InSheet value={true}>
      <ChangeForm order={of} stock={stock()} onDone={() => undefined} />
    </InSheet>,
  );
  const quantity = screen.getByRole('textbox', { name: /Quantity/ });
  const change = screen.getByRole('button', { name: 'Change the order' });
  return { screen, asked, quantity, change };
}

/** The platform's own radio lies under its words. */
const choose = (screen: Awaited<ReturnType<typeof changing>>['screen'], name: string) =>
  (screen.getByRole('radio', { name, exact: true }).element() as HTMLInputElement).click();

it('what makes an order larger is confirmed with the transaction password, which repeats the new terms', async () => {
  const { screen, asked, quantity, change } = await changing();
  await userEvent.fill(quantity, '500');
  await change.click();
  const sheet = screen.getByRole('region', { name: 'Transaction password' }); // in the place of the form
  await expect.element(sheet.getByText(/500 · Limit price 1,300\.00/)).toBeVisible();
  expect(asked('modifyOrder')).toEqual([]);
  await press('135790');
  await expect
    .poll(() => asked('modifyOrder'))
    .toEqual([expect.objectContaining({ id: '7', quantity: 500, transactionPassword: '135790' })]);
});

it('a limit order becomes one at the market, which is confirmed and has no price', async () => {
  const { screen, asked, change } = await changing();
  choose(screen, 'Market');
  expect(screen.getByRole('textbox', { name: 'Limit price' }).query()).toBeNull();
  await expect.element(screen.getByText(/^Takes what is offered/)).toBeVisible();
  await change.click();
  const sheet = screen.getByRole('region', { name: 'Transaction password' });
  await expect.element(sheet.getByText(/Market · Quantity 10/)).toBeVisible();
  await press('135790');
  await expect.poll(() => asked('modifyOrder').length).toBe(1);
  expect(asked('modifyOrder')[0]).toMatchObject({ id: '7', type: 'market' });
  expect(asked('modifyOrder')[0]).not.toHaveProperty('price');
});

it('a stop becomes a limit order at its limit, and loses its trigger', async () => {
  const { screen, asked, change } = await changing({
    ...order,
    type: 'sl',
    state: 'trigger_pending',
    triggerPrice: '1290.00',
  });
  choose(screen, 'Limit');
  expect(screen.getByRole('textbox', { name: /Trigger/ }).query()).toBeNull();
  await expect.element(screen.getByText(/^Loses its place/)).toBeVisible();
  await change.click();
  // It may trade at once.
  await expect.element(screen.getByRole('region', { name: 'Transaction password' })).toBeVisible();
  await press('135790');
  await expect.poll(() => asked('modifyOrder').length).toBe(1);
  expect(asked('modifyOrder')[0]).toMatchObject({ id: '7', type: 'limit' });
  expect(asked('modifyOrder')[0]).not.toHaveProperty('triggerPrice');
});

it('a limit order becomes a stop that begins as in a ticket: nothing is marked before anything is typed', async () => {
  const { screen, asked, change } = await changing();
  choose(screen, 'SL');
  const trigger = screen.getByRole('textbox', { name: 'Trigger price' });
  await expect.element(trigger).toHaveValue('1,337.90');
  await expect.element(trigger).toHaveAttribute('aria-invalid', 'false');
  await expect.element(screen.getByText('Above the last price')).toBeVisible(); // it has none now
  await expect.element(screen.getByRole('textbox', { name: 'Limit price' })).toHaveValue('1,337.90');
  await userEvent.fill(trigger, '');
  await expect.element(trigger).toHaveAttribute('aria-invalid', 'true');
  await userEvent.fill(trigger, '1,340.00');
  await userEvent.fill(screen.getByRole('textbox', { name: 'Limit price' }), '1,341.00');
  await change.click();
  const sheet = screen.getByRole('region', { name: 'Transaction password' });
  await expect.element(sheet.getByText(/SL.*Trigger price 1,340\.00/)).toBeVisible();
  await press('135790');
  await expect
    .poll(() => asked('modifyOrder'))
    .toEqual([expect.objectContaining({ id: '7', type: 'sl', price: '1341.00', triggerPrice: '1340.00' })]);
});

it('an order of the day is made good at once only', async () => {
  const { screen, asked, change } = await changing();
  choose(screen, 'IOC');
  await expect.element(screen.getByText(/rest is cancelled/)).toBeVisible();
  await change.click();
  await expect.poll(() => asked('modifyOrder')).toEqual([expect.objectContaining({ id: '7', validity: 'ioc' })]);
});

it('what makes it smaller is done at once', async () => {
  const { screen, asked, quantity, change } = await changing();
  await userEvent.fill(quantity, '5');
  await change.click();
  await expect.poll(() => asked('modifyOrder')).toEqual([expect.objectContaining({ id: '7', quantity: 5 })]);
  expect(screen.getByRole('region').query()).toBeNull();
});

it('where ten shares are a lot, an order whose last lot is short is left as it is by a change of its price', async () => {
  useConfig.setState({ lot: 10 });
  const { asked, quantity, change, screen } = await changing({ ...order, quantity: 47 });
  await expect.element(quantity).toHaveValue('5');
  await userEvent.fill(screen.getByRole('textbox', { name: 'Limit price' }), '1290.00');
  await change.click();
  await expect.poll(() => asked('modifyOrder').length).toBe(1);
  expect(asked('modifyOrder')[0]).toMatchObject({ price: '1290.00' });
  expect(asked('modifyOrder')[0]).not.toHaveProperty('quantity');
});

it('the question for the password names how long the order stays, where that changes', async () => {
  const { screen, quantity, change } = await changing();
  await userEvent.fill(quantity, '500');
  choose(screen, 'IOC');
  await change.click();
  await expect.element(screen.getByText(/IOC · Quantity 500/)).toBeVisible();
});

it('leaving the question leads back to what was typed, and nothing was asked of the exchange', async () => {
  const { screen, asked, quantity, change } = await changing();
  await userEvent.fill(quantity, '500');
  await change.click();
  const back = screen.getByRole('button', { name: 'Back' });
  await back.click();
  await expect.element(quantity).toHaveValue('500');
  await expect.element(change).toBeEnabled();
  expect(back.query()).toBeNull();
  expect(asked('modifyOrder')).toEqual([]);
});
