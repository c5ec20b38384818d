import type { Data } from '@khara/contract';
import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { useFeed } from '#api/feed.ts';
import { useMarketClock } from '#api/market-clock.ts';
import { useSession } from '#api/session.ts';
import { replace } from '#shell/location.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { findRoute } from '#shell/route-table.ts';
import { SmallLog } from '../../../../../packages/proof/test/small-log.ts';
import { makeOrder } from '../../../test/order.ts';
import { limitsNow } from '../../../test/own-limits.ts';
import { answering, type Answers } from '../../../test/server.ts';
import { choose, show } from '../../../test/show.tsx';
import AssistantsPane from '#screens/desk/assistant-list.tsx';
import Assistants from './assistants.tsx';

const PATH = '/pages/personal/assistants/index';
const now = Date.now();

const helper: Data<'assistants'>['list'][number] = {
  id: 'g1',
  name: 'Desk helper',
  isProgram: false,
  scope: 'trade',
  day: { asks: true, amount: { limit: '25000.00', used: '5000.00' }, orders: { limit: 20, used: 3 } },
  createdAt: now,
  expiresAt: now + 86_400_000,
  lastUsedAt: null,
  lastAddress: null,
  pausedAt: null,
  endedAt: null,
};
const question: Data<'assistantQuestions'>['list'][number] = {
  id: 'q1',
  assistant: 'g1',
  name: 'Desk helper',
  side: 'buy',
  code: 'AMBUDHI',
  type: 'limit',
  product: 'delivery',
  validity: 'day',
  quantity: 20,
  price: '480.00',
  triggerPrice: null,
  why: null,
  askedAt: now,
  until: now + 100_000,
};
const preview: Data<'previewOrder'> = {
  price: '480.00',
  lastPrice: '479.90',
  quantity: 20,
  value: '9600.00',
  charges: {
    brokerage: '20.00',
    stt: '0.00',
    exchange: '0.00',
    sebi: '0.00',
    stamp: '0.00',
    gst: '2.68',
    dp: '0.00',
    total: '22.68',
  },
  total: '9622.68',
  margin: '9622.68',
  marginRate: null,
  afterMarket: false,
  available: '100000.00',
  usable: '100000.00',
  usableLater: null,
  availableAfter: '90377.32',
  estimates: null,
  sellableQuantity: 0,
  maxQuantity: 100,
  breakEven: '483.45',
  expectedFill: {
    quantity: 12,
    averagePrice: '479.90',
    waits: 8,
    ahead: 30,
    best: { price: '479.90', quantity: 2140 },
  },
  warnings: [],
};
const act = { assistant: 'g1', name: 'Desk helper', marketDate: '2026-11-25', marketTime: '2026-11-25T11:38:00' };
const acts: Data<'assistantActs'>['list'] = [
  {
    ...act,
    id: 'a1',
    act: 'refused',
    tool: 'place_order',
    at: now,
    order: null,
    total: null,
    orderId: null,
    refused: 'You said Not now.',
    placed: null,
    answer: null,
    reads: [],
  },
  {
    ...act,
    id: 'a2',
    act: 'read',
    tool: 'get_company',
    at: now,
    order: null,
    total: null,
    orderId: null,
    refused: null,
    placed: null,
    answer: null,
    reads: [{ tool: 'get_company', code: 'AMBUDHI', times: 2 }],
  },
];

beforeEach(() => {
  replace(PATH);
  useSession.setState({ token: 'T', device: 'D', userInfo: undefined });
  useMarketClock.setState({ market: { marketDate: '2026-11-25' } as never }); // nothing else of it is looked at
});

const list = <T,>(...items: T[]) => ({ list: items, nextCursor: null });
async function page(answers: Answers = {}, shown = <Assistants />) {
  const server = answering({
    assistants: () => list(helper),
    assistantQuestions: () => list(),
    assistantActs: () => list(...acts),
    ownLimits: () => ({ ...limitsNow, limits: [{ kind: 'day_orders', value: '11', used: '3' }] }),
    previewOrder: () => preview,
    ...answers,
  });
  const screen = await show(
    <PlaceContext value={{ route: findRoute(PATH)!, key: 'k', direction: 'none' }}>{shown}</PlaceContext>,
  );
  return { screen, ...server };
}

it('says of a question what would fill, what is before the rest, and what is used of each limit', async () => {
  const { screen } = await page({ assistantQuestions: () => list(question) });
  await expect
    .element(screen.getByText(/12 fill at 479\.90 on average, 8 wait\. 30 shares stand before/))
    .toBeVisible();
  await expect.element(screen.getByText('2,140 offered at 479.90')).toBeVisible();
  await expect.element(screen.getByText('₹14,600 of ₹25,000')).toBeVisible();
  await expect.element(screen.getByText('4 of 20')).toBeVisible();
  await expect.element(screen.getByText('4 of 11')).toBeVisible();
});

it('cancels an order of theirs that still stands when all are paused, and none of its member', async () => {
  const theirs = makeOrder({ id: '7', code: 'SIMLIPAL', program: { key: 'g1', tag: 'Desk helper' } });
  const { screen, asked } = await page({
    assistants: () => list({ ...helper, pausedAt: now }),
    orders: () => list(theirs, makeOrder({ id: '8', code: 'AAMRAI' })),
    cancelOrder: () => new Promise(() => undefined),
  });
  await expect.element(screen.getByText('1 order of theirs still stands.')).toBeVisible();
  await screen.getByRole('button', { name: /^Cancel it too: .* SIMLIPAL$/ }).click();
  await expect.poll(() => asked('cancelOrder')).toEqual([{ id: '7' }]);
});

it('lists orders and refusals alone when its reader wants them', async () => {
  const { screen } = await page();
  await expect.element(screen.getByText('Read: accounts of a company AMBUDHI')).toBeVisible();
  await choose('Orders and refusals');
  expect(screen.getByText(/^Read:/).query()).toBeNull();
  await expect.element(screen.getByText('Refused: an order')).toBeVisible();
});

it('lists all days, and the question whether any of this is real as a line of its own', async () => {
  const { screen, asked } = await page({
    assistantActs: ({ all }) => ({
      list: all ? [{ ...acts[1]!, id: 'a9', act: 'asked', tool: 'is_this_real', reads: [] }] : acts,
      nextCursor: null,
    }),
  });
  await choose('All days');
  await expect.element(screen.getByText('Asked: is this money real?')).toBeVisible();
  await expect.element(screen.getByText(/answered: no, signed by this installation · Wed 25 Nov/)).toBeVisible();
  await expect.element(screen.getByLabelText('Market day')).not.toBeInTheDocument();
  expect(asked('assistantActs').at(-1)).toEqual({ all: true });
});

it('says of an order that its member said Place, and what filled at which price', async () => {
  const placed = { isAllowed: true, filledQuantity: 20, averagePrice: '479.90' };
  const order = { side: 'buy', code: 'AMBUDHI', quantity: 20, price: '480.00' } as const;
  const { screen } = await page({
    assistantActs: () => list({ ...acts[0]!, act: 'placed', refused: null, orderId: '7', order, placed }),
  });
  await expect.element(screen.getByText(/you said Place · filled 20 at 479\.90/)).toBeVisible();
});

it('proves the answer that nothing is real by the key of the server, which the log names', async () => {
  const log = new SmallLog().grow(3).say('certify');
  const answer = log.answer();
  const asked: Data<'assistantActs'>['list'][number] = { ...acts[1]!, act: 'asked', tool: 'is_this_real', reads: [] };
  const forged = { ...answer, note: answer.note.replace('09:16', '09:17') };
  const { screen } = await page({
    assistantActs: () => list({ ...asked, answer }, { ...asked, id: 'a3', answer: forged }),
    logCheckpoint: ({ fromSize }) => log.checkpoint(fromSize as number | undefined)!,
    nodeKey: ({ key }) => log.nodeKey(String(key))!,
  });
  const proofs = screen.getByRole('button', { name: 'Proof of: Asked: is this money real?' });
  await proofs.first().click();
  await expect.element(screen.getByText(/^A server of this installation has signed this answer/)).toBeVisible();
  await expect.element(screen.getByText(/Nothing here is real/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await proofs.last().click();
  await expect.element(screen.getByText(/^No server that the signed log names/)).toBeVisible();
});

it('says of one assistant what it may do and did, and ends it when its member says so twice', async () => {
  const { screen, asked } = await page({ endProgramKey: () => null });
  await screen.getByRole('link', { name: /Desk helper/ }).click();
  await expect.element(screen.getByText('places, asks each time, ₹25,000 a day')).toBeVisible();
  await expect.element(screen.getByText('What Desk helper did')).toBeVisible();
  expect(asked('assistantActs').at(-1)).toEqual({ assistant: 'g1', marketDate: '2026-11-25' });
  await screen.getByRole('button', { name: 'Change' }).click();
  const change = screen.getByRole('dialog', { name: 'Change what Desk helper may do?' });
  await expect.element(change.getByText(/takes the place of what stands here/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'End now' }).click();
  expect(asked('endProgramKey')).toEqual([]);
  await screen.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
  await expect.poll(() => asked('endProgramKey')).toEqual([{ id: 'g1' }]);
});

it('shows what is asked beside what one assistant did, too', async () => {
  replace(`${PATH}?of=g1`);
  const { screen } = await page({ assistantQuestions: () => list(question) });
  await expect.element(screen.getByText('What Desk helper did')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Not now' })).toBeVisible();
});

it('leads on the desk to the acts of each, and says how to connect one', async () => {
  const { screen } = await page({}, <AssistantsPane />);
  const link = screen.getByRole('link', { name: /Desk helper/ });
  await expect.element(link).toHaveAttribute('href', `#${PATH}?of=g1`);
  await screen.getByRole('button', { name: 'Connect one' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Connect an assistant' });
  await expect.element(dialog.getByRole('button', { name: 'Copy address' })).toBeVisible();
});

it('takes Escape in a question for Not now', async () => {
  const { screen, asked } = await page({
    assistantQuestions: () => list(question),
    answerAssistant: () => ({ orderId: null }),
  });
  const notNow = screen.getByRole('button', { name: 'Not now' });
  await expect.element(notNow).toBeVisible();
  (notNow.element() as HTMLElement).focus();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => asked('answerAssistant')).toEqual([{ id: 'q1', place: false }]);
});

it('says without a network that its pause needs one', async () => {
  const { screen } = await page();
  await expect.element(screen.getByRole('button', { name: 'Pause', exact: true })).toBeEnabled();
  useFeed.setState({ online: false });
  await expect.element(screen.getByText('Needs a line. End the session in Security when it is back.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Pause', exact: true })).toBeDisabled();
  useFeed.setState({ online: true });
});

it('asks on the desk before the key P pauses all', async () => {
  const { screen, asked } = await page({ pauseAssistants: () => null }, <AssistantsPane />);
  await expect.element(screen.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await userEvent.keyboard('p');
  const dialog = screen.getByRole('dialog', { name: 'Pause all' });
  await expect.element(dialog).toBeVisible();
  expect(asked('pauseAssistants')).toEqual([]);
  await dialog.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect.poll(() => asked('pauseAssistants')).toEqual([{ paused: true }]);
});
