import type { ConsoleData } from '@khara/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { makeList, refused, serveCalls, show, signIn, waitingRequest } from '../../test/show.tsx';
import { queries } from '../api/data.ts';
import { Decide, Decision, WaitingRequests, Wish } from './decision.tsx';

afterEach(() => queries.clear());

type Request = ConsoleData<'consoleDecide'>;
const request = (more: object = {}) => waitingRequest(more) as Request;
const agree = page.getByRole('button', { name: 'Agree' });
const decline = page.getByRole('button', { name: 'Decline' });

it('a request that waits stands under the name of what it is about, with none of another kind', async () => {
  serveCalls({
    consoleRequests: makeList(request(), request({ id: '8', action: 'announcement.publish', subject: 'A9' })),
  });
  await show(<WaitingRequests action="share.suspend" />);
  const card = page.getByRole('article', { name: 'AAMRAI' });
  await expect.element(card.getByRole('heading', { name: 'AAMRAI' })).toBeVisible();
  await expect.element(card.getByRole('button', { name: 'Agree' })).toBeVisible();
  expect(page.getByRole('article').all()).toHaveLength(1);
});

describe('the decision of a request', () => {
  it('is not for its maker', async () => {
    signIn('S1');
    await show(<Decide request={request()} />);
    await expect.element(agree).toBeDisabled();
    await expect.element(decline).toBeDisabled();
    await expect.element(page.getByText('You asked for this: another person decides.')).toBeVisible();
  });

  it('sends the yes of another person with the reason of the maker', async () => {
    signIn('S2');
    const asked = serveCalls({});
    await show(<Decide request={request()} />);
    await agree.click();
    await expect.poll(() => asked('consoleDecide')).toEqual([{ id: '7', approve: true, reason: 'surveillance' }]);
  });

  it('sends the no of another person as a review', async () => {
    signIn('S2');
    const asked = serveCalls({});
    await show(<Decide request={request()} />);
    await decline.click();
    await expect.poll(() => asked('consoleDecide')).toEqual([{ id: '7', approve: false, reason: 'review' }]);
  });

  it('that the server refuses says why', async () => {
    signIn('S2');
    serveCalls({ consoleDecide: refused('state', 'It was decided already.') });
    await show(<Decide request={request()} />);
    await agree.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('It was decided already.');
  });

  it.each(['approved', 'declined', 'carried_out', 'failed'] as const)('cannot be made twice: %s', async (state) => {
    signIn('S2');
    await show(<Decide request={request({ state })} />);
    await expect.element(page.getByText(/./)).toBeVisible();
    expect(page.getByRole('button').all()).toEqual([]);
  });
});

describe('the words of a request', () => {
  it.each([
    [true, 'approve'],
    [false, 'decline'],
  ])('say which way money goes: %s', async (approve, says) => {
    await show(<Wish request={request({ action: 'withdrawal.decide', reason: 'review', payload: { approve } })} />);
    await expect.element(page.getByText(says, { exact: true })).toBeVisible();
    await expect.element(page.getByText(/asked by S1, Review/i)).toBeVisible();
  });

  it('have the cause that the maker gives for a contradiction of the books', async () => {
    await show(<Wish request={request({ action: 'books.cause', payload: { cause: 'A disk was restored.' } })} />);
    await expect.element(page.getByText(/: A disk was restored\./)).toBeVisible();
  });

  it('list each term of an offering', async () => {
    const offering = { code: 'KESAR', issue: { floor: '100.00', story: null } };
    await show(<Wish request={request({ action: 'offering.create', payload: { offering } })} />);
    await page.getByText('What exactly').click();
    const terms = [...document.querySelectorAll('dl > div')].map((line) =>
      [...line.children].map(({ textContent }) => textContent?.toLowerCase()),
    );
    expect(terms).toEqual([
      ['code', 'kesar'],
      ['issue, floor', '100.00'],
      ['issue, story', 'none'],
    ]);
  });
});

const line = (requestId: string | null, found?: Request) => (
  <Decision requestId={requestId} request={found}>
    <button type="button">Ask</button>
  </Decision>
);

describe('a line of a queue', () => {
  const ask = page.getByRole('button', { name: 'Ask', exact: true });

  it('offers to ask while no request is open', async () => {
    await show(line(null));
    await expect.element(ask).toBeVisible();
  });

  it('has the open request, and cannot be asked for twice', async () => {
    await show(line('7', request()));
    await expect.element(agree).toBeVisible();
    await expect.element(ask).not.toBeInTheDocument();
  });

  it('is being carried out once its request was agreed to', async () => {
    await show(line('7'));
    await expect.element(page.getByText('Agreed, being carried out')).toBeVisible();
    expect(page.getByRole('button').all()).toEqual([]);
  });
});
