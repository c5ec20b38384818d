import { page, userEvent } from 'vitest/browser';
import { beforeEach, expect, it } from 'vitest';
import { queryClient } from '#api/client.ts';
import { useSession } from '#api/session.ts';
import { LimitLine } from '#features/limits/limit-line.tsx';
import { PlaceContext } from '#shell/route-context.ts';
import { findRoute } from '#shell/route-table.ts';
import { useToast } from '#ui/toast.ts';
import { AT, DAY, limitsNow } from '../../../test/own-limits.ts';
import { answering, refusal } from '../../../test/server.ts';
import { makeFill } from '../../../test/fill.ts';
import { show } from '../../../test/show.tsx';
import MyLimits from './limits.tsx';

const now = limitsNow;
const place = { route: findRoute('/pages/personal/limits/index')!, key: 'k', direction: 'none' } as const;

beforeEach(() => {
  useSession.setState({ token: `T${Math.random()}`, device: 'D', userInfo: undefined });
  localStorage.removeItem('pauseSpan');
});

const showing = (more: Parameters<typeof answering>[0] = {}, limits = now) => {
  const server = answering({ ownLimits: () => limits, fills: () => ({ list: [], nextCursor: null }), ...more });
  return show(
    <PlaceContext value={place}>
      <MyLimits />
    </PlaceContext>,
  ).then((screen) => ({ screen, ...server }));
};
const box = () => page.getByRole('dialog').getByRole('textbox');
const openPause = () => page.getByRole('button', { name: /^Take a pause/ }).click();
const said = () => useToast.getState().shown?.text;
const dock = () => page.getByRole('dialog').getByRole('button').last();

it('says what today has of a limit, and that it is nearly reached', async () => {
  const { screen } = await showing();
  await expect.element(screen.getByText('Today −₹418.20')).toBeVisible();
  await expect.element(screen.getByText('₹1,581.80 left')).toBeVisible();
  await expect.element(screen.getByText('Nearly reached', { exact: false })).toBeVisible();
});

it('names the instant after which a looser limit starts, before it is asked for', async () => {
  await showing();
  await page.getByRole('button', { name: /^Loss in a day/ }).click();
  await box().fill('5000');
  await expect.element(dock()).toHaveTextContent('Ask for ₹5,000.00 after Fri 27 Nov, 11:02, your clock');
  await expect.element(page.getByText('Fri 27 Nov, 11:02, your clock', { exact: true })).toBeVisible();
  await expect.element(page.getByText('The first market day that begins after it')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'No limit' }).click();
  await expect.element(dock()).toHaveTextContent('Ask to end it after Fri 27 Nov, 11:02, your clock');
});

it('names the market day where the market keeps to the real clock', async () => {
  await showing({}, { ...now, looser: { notBefore: AT + DAY, fromDate: '2026-11-30' } });
  await page.getByRole('button', { name: /^Loss in a day/ }).click();
  await box().fill('5000');
  await expect.element(dock()).toHaveTextContent('Ask for ₹5,000.00 from Mon 30 Nov');
});

/** Five orders a day are in force, ten were asked for an hour ago. */
const HOUR = 3_600_000;
const tenAsked = {
  ...now,
  limits: now.limits.map((limit) =>
    limit.kind === 'day_orders'
      ? { ...limit, asked: { value: '10', at: AT - HOUR, notBefore: AT - HOUR + DAY, fromDate: null } }
      : limit,
  ),
};

it('keeps the moments of what was asked for, and does not ask for it again', async () => {
  await showing({}, tenAsked);
  await page.getByRole('button', { name: /^Orders in a day/ }).click();
  await box().fill('10');
  await expect.element(dock()).toHaveTextContent('10 from the next market day after Fri 27 Nov, 10:02, your clock');
  await expect.element(dock()).toBeDisabled();
  await expect
    .element(page.getByRole('dialog').getByText('Fri 27 Nov, 10:02, your clock', { exact: true }))
    .toBeVisible();
  await box().fill('20');
  await expect.element(dock()).toHaveTextContent('Ask for 20 after Fri 27 Nov, 11:02, your clock');
});

it('offers to keep the value in force while a looser one waits', async () => {
  const { asked } = await showing({ setOwnLimit: () => now }, tenAsked);
  await page.getByRole('button', { name: /^Orders in a day/ }).click();
  await expect.element(dock()).toHaveTextContent('Keep 5');
  await expect.element(page.getByText('This limit is in force.')).toBeVisible();
  await dock().click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(asked('setOwnLimit')).toEqual([{ kind: 'day_orders', orders: '5' }]);
});

/** Intraday is refused, and its end may have been asked for. */
const delivery = (asked?: { readonly at: number; readonly notBefore: number; readonly fromDate: string | null }) => ({
  ...now,
  limits: now.limits.map((limit) =>
    limit.kind === 'no_intraday'
      ? { ...limit, value: 'on', ...(asked && { asked: { ...asked, value: null } }) }
      : limit,
  ),
});
const intraday = () => page.getByRole('switch', { name: 'No intraday' });

it('asks to end "No intraday" with both moments, and sends nothing before', async () => {
  const { asked } = await showing({ setOwnLimit: () => delivery() }, delivery());
  await intraday().click();
  await expect.element(page.getByText('The first market day that begins after it')).toBeVisible();
  await expect.element(page.getByText('Intraday orders are taken again.')).toBeVisible();
  expect(asked('setOwnLimit')).toEqual([]);
  await expect.element(dock()).toHaveTextContent('Ask to end it after Fri 27 Nov, 11:02, your clock');
  await dock().click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(asked('setOwnLimit')).toEqual([{ kind: 'no_intraday', isOn: false }]);
});

it('shows "No intraday" as on until its end has come, and takes the end back', async () => {
  const wait = { at: AT, notBefore: AT + DAY, fromDate: null };
  const { asked, screen } = await showing({ setOwnLimit: () => delivery() }, delivery(wait));
  await expect.element(intraday()).toHaveAttribute('aria-checked', 'true');
  await expect
    .element(screen.getByText('Off from the next market day after Fri 27 Nov, 11:02, your clock'))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Keep it on' }).click();
  await expect.element(screen.getByText('Off from', { exact: false })).not.toBeInTheDocument();
  expect(asked('setOwnLimit')).toEqual([{ kind: 'no_intraday', isOn: true }]);
});

it('says what is wrong with a value that is none', async () => {
  await showing();
  await page.getByRole('button', { name: /^Orders in a day/ }).click();
  await box().fill('0');
  await expect.element(page.getByText('Type a number from 1 to 1,000.')).toBeVisible();
  await expect.element(dock()).toBeDisabled();
  await expect.element(dock()).toHaveTextContent('Check the value');
  await box().fill('');
  await expect.element(dock()).toHaveTextContent('Type a value first');
});

it('keeps what is in force when saving failed, and says so where it was asked', async () => {
  await showing({ setOwnLimit: () => refusal('maintenance', 'Not now') });
  await page.getByRole('button', { name: /^Loss in a day/ }).click();
  await box().fill('1000');
  await dock().click();
  await expect.element(page.getByRole('alert').getByText('Not saved. Your limits stay as they are.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: /^Loss in a day.*2,000\.00/ })).toBeVisible();
});

it('shows what was last known, with its time, while the server does not answer', async () => {
  let answers = 0;
  await showing({ ownLimits: () => ((answers += 1) === 1 ? now : refusal('maintenance', 'Not now')) });
  await expect.element(page.getByText('₹1,581.80 left')).toBeVisible();
  void queryClient.invalidateQueries();
  await expect.element(page.getByText('As of Thu 26 Nov, 11:02, your clock.', { exact: false })).toBeVisible();
  await expect.element(page.getByText('₹1,581.80 left')).toBeVisible();
});

it('offers the pause that was used last, and none before', async () => {
  const pauses = { ...now.pauses, '24h': AT + DAY + 60_000 }; // a minute has passed
  const { asked } = await showing({
    pauseOrders: () => ({ ...now, pauses, pause: { until: AT + DAY, untilDate: null } }),
  });
  await openPause();
  await expect.element(dock()).toBeDisabled();
  await expect.element(dock()).toHaveTextContent('Choose how long');
  await page.getByRole('radio', { name: /^24 hours/ }).click();
  await dock().click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(asked('pauseOrders')).toEqual([{ span: '24h' }]);
  await expect.poll(said).toBe('Paused until Fri 27 Nov, 11:02, your clock');
  await openPause();
  await expect.element(page.getByRole('radio', { name: /^24 hours/ })).toBeChecked();
});

it('offers no pause that ends before the one in force', async () => {
  const until = AT + 7 * DAY - 60_000;
  const { asked } = await showing(
    {
      pauseOrders: () => ({ ...now, pause: { until: AT + 7 * DAY, untilDate: null } }),
      userDetail: () => refusal('maintenance', 'Not now'), // whether it remembers is not known
    },
    { ...now, pause: { until, untilDate: null } },
  );
  await openPause();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('Paused until Thu 3 Dec, 11:01, your clock')).toBeVisible();
  const day = dialog.getByRole('radio', { name: '24 hours Ends before the pause in force' });
  await expect.element(day).toHaveAttribute('aria-disabled', 'true');
  await day.click({ force: true });
  await expect.element(day).not.toBeChecked();
  await expect.element(dock()).toBeDisabled();
  await dialog.getByRole('radio', { name: /^7 days/ }).click();
  await dock().click();
  const password = page.getByRole('region', { name: 'Transaction password' });
  await expect.element(password).toBeVisible();
  expect(asked('pauseOrders')).toEqual([]);
  for (const digit of '123456') await password.getByRole('button', { name: digit, exact: true }).click();
  await expect.poll(said).toBe('Paused until Thu 3 Dec, 11:02, your clock');
  expect(asked('pauseOrders')).toEqual([{ span: '7d', transactionPassword: '123456' }]);
});

it('compares market dates with instants where the market keeps to the real clock', async () => {
  const pause = { until: AT + 7 * DAY, untilDate: null };
  await showing({}, { ...now, pause, looser: { notBefore: AT + DAY, fromDate: '2026-11-30' } });
  await openPause();
  const oneDay = page.getByRole('radio', { name: /^One market day/ });
  await expect.element(oneDay).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('radio', { name: /^Until a date/ }).click();
  await expect.element(page.getByLabelText(/^Paused until this date begins/)).toHaveAttribute('min', '2026-12-04');
});

it('says what the day has cost in charges, once all of its trades are here, and leads to the statement', async () => {
  const page2 = 'more';
  const { asked } = await showing({
    fills: ({ cursor }) =>
      cursor === page2
        ? { list: [makeFill('3', '12.40')], nextCursor: null }
        : { list: [makeFill('1', '100.00'), makeFill('2', '100.00')], nextCursor: page2 },
  });
  const row = page.getByRole('link', { name: /^Charges today/ });
  await expect.element(row).toHaveTextContent('Charges today₹212.40');
  await expect.element(row).toHaveAttribute('href', '#/pages/personal/bill/index?businessType=charges');
  expect(asked('fills')).toEqual([
    { from: '2026-11-26', to: '2026-11-26', size: 100 },
    { from: '2026-11-26', to: '2026-11-26', size: 100, cursor: page2 },
  ]);
});

it('says a pause in the line beside the ticket', async () => {
  answering({ ownLimits: () => ({ ...now, pause: { until: AT + DAY, untilDate: null } }) });
  await show(<LimitLine />);
  await expect
    .element(page.getByText('Paused until Fri 27 Nov, 11:02, your clock: only orders that reduce a position pass'))
    .toBeVisible();
});
