import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { makeList, refused, serveCalls, show, signIn, waitingRequest } from '../../test/show.tsx';
import { queries } from '../api/data.ts';
import { createColumns } from '../ui/table.tsx';
import { Queue, type LineDecision } from './queue.tsx';

afterEach(() => queries.clear());

type Line = { readonly orderNumber: string; readonly requestId: string | null; readonly isClosed?: boolean };
const column = createColumns<Line>();
const COLUMNS = [column.accessor('orderNumber', { header: 'Order' })];
const DECIDES: LineDecision<Line> = {
  action: 'withdrawal.decide',
  readId: ({ orderNumber }) => orderNumber,
  kinds: [
    ['Ask to approve', true],
    ['Ask to decline', false],
  ],
  whyNot: ({ isClosed }) => (isClosed ? 'Closed.' : undefined),
};
const queue = (
  <Queue call="consoleWithdrawals" title="Lines" columns={COLUMNS} decides={DECIDES} empty="No line waits." />
);

const request = waitingRequest({ action: 'withdrawal.decide', subject: 'W2', payload: { approve: true } });
const LINES = [
  { orderNumber: 'W1', requestId: null },
  { orderNumber: 'W2', requestId: '7' },
  { orderNumber: 'W3', requestId: '6' },
  { orderNumber: 'W4', requestId: null, isClosed: true },
];
const lines = () => [...document.querySelectorAll('tbody tr')];
/** The buttons of each line, or the words where there is none. */
const decisions = () =>
  lines().map((line) => {
    const buttons = [...line.querySelectorAll('button')].map(({ textContent }) => textContent);
    return buttons.length > 0 ? buttons.join(', ') : line.querySelector('td:last-child')?.textContent;
  });

describe('a queue', () => {
  it('offers of each line what can be done with it now', async () => {
    signIn('S2');
    serveCalls({ consoleWithdrawals: makeList(...LINES), consoleRequests: makeList(request) });
    await show(queue);
    await expect
      .poll(decisions)
      .toEqual(['Ask to approve, Ask to decline', 'Agree, Decline', 'Agreed, being carried out', 'Closed.']);
  });

  it.each([
    ['S1', 'Another person'],
    ['S2', 'The second person'],
  ])('filters for %s by whom a line waits for', async (me, second) => {
    signIn(me);
    serveCalls({ consoleWithdrawals: makeList(...LINES.slice(0, 2)), consoleRequests: makeList(request) });
    await show(queue);
    await expect.poll(lines).toHaveLength(2);
    await page.getByRole('combobox').selectOptions(second);
    await expect.poll(decisions).toEqual(['Agree, Decline']);
  });

  it('that is empty says so, and one that could not be read does not', async () => {
    serveCalls({});
    const first = await show(queue);
    await expect.element(page.getByText('No line waits.')).toBeVisible();
    await first.unmount();
    queries.clear();
    serveCalls({ consoleWithdrawals: refused('busy', 'The market is busy.') });
    await show(queue);
    await expect.element(page.getByText('The market is busy.')).toBeVisible();
    await expect.element(page.getByText('No line waits.')).not.toBeInTheDocument();
  });
});
