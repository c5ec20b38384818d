import { userEvent } from 'vitest/browser';
import { beforeEach, expect, it } from 'vitest';
import { useSession } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import type { OrderDetail } from '#features/orders/outcome.ts';
import { answering, refusal, type Answers } from '../../../test/server.ts';
import { makeOrder } from '../../../test/order.ts';
import { show } from '../../../test/show.tsx';
import { NoteCard } from './note-card.tsx';
import type { OrderNote } from './note-draft.ts';

const WRONG_SIDE = 'The stop lies where the order loses, the target where it gains';
/** Another one in each test: what could not be saved of an order waits for its page. */
let orders = 0;
let order: OrderDetail;
const nextOrder = (): OrderDetail => ({
  ...makeOrder({
    id: String((orders += 1)),
    filledQuantity: 10,
    averagePrice: '1300.00',
    state: 'complete',
    program: { key: 'K', tag: 'Trend' },
  }),
  fills: [],
  timeline: [],
});
const note: OrderNote = {
  reason: 'tip',
  stop: '1274.00',
  target: '1352.00',
  plannedAt: 1_795_335_656_582,
  text: 'My uncle said so.',
  tags: ['family'],
  changedAt: 1_795_335_656_582,
};

beforeEach(() => {
  order = nextOrder();
  useSession.setState({ token: `T${Math.random()}`, device: 'D', userInfo: undefined });
});

/** The card as it stands on an order's page, which asks for the order again. */
function Card() {
  const { data } = useCall('orderDetail', { id: order.id });
  return data ? <NoteCard order={data} /> : null;
}
async function card(first: OrderNote | undefined, answers: Answers = {}) {
  let kept = first;
  const server = answering({
    orderDetail: () => ({ ...order, ...(kept && { note: kept }) }),
    planOutcome: () => ({
      outcome: 'early',
      stop: '-2.00',
      target: '4.00',
      gain: '1.31',
      risks: '0.66',
      result: '140.20',
      days: 2,
    }),
    // Lists travel as JSON in a field.
    setOrderNote: ({ id: _, tags, ...typed }) =>
      (kept = {
        ...note,
        plannedAt: null,
        stop: null,
        target: null,
        ...(typed as object),
        tags: JSON.parse(String(tags)),
      }),
    deleteOrderNote: () => {
      kept = undefined;
      return null;
    },
    ...answers,
  });
  const screen = await show(<Card />);
  await expect.element(screen.getByRole('heading', { name: 'Your note' })).toBeVisible();
  return { screen, ...server };
}

it('shows why, the plan beside what it came to, words, and tags with the mark of the program', async () => {
  const { screen } = await card(note);
  await expect.element(screen.getByText('A tip')).toBeVisible();
  await expect.element(screen.getByText('Stop 1,274.00 (−2.00%), Target 1,352.00 (+4.00%)')).toBeVisible();
  await expect.element(screen.getByText('Closed before the target')).toBeVisible();
  await expect.element(screen.getByText(/\+1\.31%.*0\.66 × the planned loss/)).toBeVisible();
  const tags = screen.getByRole('list', { name: 'Tags' }).getByRole('listitem');
  expect(tags.elements().map(({ textContent }) => textContent)).toEqual(['family', 'trend']);
});

it('is written for the first time, with only what was typed', async () => {
  const { screen, asked } = await card(undefined);
  await screen.getByRole('button', { name: 'Write why, and what you plan' }).click();
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  await screen.getByRole('button', { name: 'News' }).click();
  await userEvent.fill(screen.getByRole('textbox', { name: 'Tags' }), 'Results, gap up');
  await userEvent.fill(screen.getByRole('textbox', { name: 'Stop' }), '1,310');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText(WRONG_SIDE)).toBeVisible();
  expect(asked('setOrderNote')).toEqual([]);
  await userEvent.fill(screen.getByRole('textbox', { name: 'Stop' }), '1,280');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  expect(asked('setOrderNote')).toEqual([
    { id: order.id, reason: 'news', stop: '1280.00', tags: '["Results","gap up"]' },
  ]);
});

it.each([
  ['Note', 'x'.repeat(503), 'A note has at most 500 characters. 3 characters too many', 'x'.repeat(500)],
  ['Tags', 'a, b, c, d, e, f', 'Up to five tags of 24 characters, with commas between them', 'a, b, c, d, e'],
  ['Tags', `short, ${'l'.repeat(25)}`, 'Up to five tags of 24 characters, with commas between them', 'l'.repeat(24)],
])('says what is too much in %s, keeps it, and sends nothing until it fits', async (name, tooMuch, words, fits) => {
  const { screen, asked } = await card(undefined);
  await screen.getByRole('button', { name: 'Write why, and what you plan' }).click();
  await userEvent.fill(screen.getByRole('textbox', { name: 'Tags' }), 'gap');
  const field = screen.getByRole('textbox', { name });
  await userEvent.fill(field, tooMuch);
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText(words)).toBeVisible();
  await expect.element(field).toHaveValue(tooMuch);
  expect(asked('setOrderNote')).toEqual([]);
  await userEvent.fill(field, fits);
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  expect(asked('setOrderNote')).toHaveLength(1);
});

it('is deleted only after it was asked about, which says that no figure changes', async () => {
  const { screen, asked } = await card(note);
  await screen.getByRole('button', { name: 'Edit', exact: true }).click();
  await screen.getByRole('button', { name: 'Delete the note' }).click();
  await expect.element(screen.getByText('No order and no figure changes.')).toBeVisible();
  expect(asked('deleteOrderNote')).toEqual([]);
  await screen.getByRole('button', { name: 'Delete the note' }).click();
  await expect.element(screen.getByRole('button', { name: 'Write why, and what you plan' })).toBeVisible();
});

it('keeps what was typed when it is refused', async () => {
  const { screen } = await card(note, { setOrderNote: () => refusal('maintenance', 'Not now') });
  await screen.getByRole('button', { name: 'Edit', exact: true }).click();
  await userEvent.fill(screen.getByRole('textbox', { name: 'Note' }), 'Another reason');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Not now')).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('Another reason');
});
