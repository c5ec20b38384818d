import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { makeList, serveCalls, show, signIn, waitingRequest } from '../../test/show.tsx';
import { queries } from '../api/data.ts';
import { Requests } from './requests.tsx';

beforeEach(() => signIn('S2'));
afterEach(() => queries.clear());

describe('the requests of maker-checker', () => {
  it('are those that wait, and all of them when that is chosen', async () => {
    const asked = serveCalls({ consoleRequests: makeList(waitingRequest({})) });
    await show(<Requests />);
    await expect.element(page.getByRole('button', { name: 'Agree' })).toBeEnabled();
    await page.getByRole('combobox').first().selectOptions('All');
    await expect.poll(() => asked('consoleRequests').at(-1)).toEqual({ size: 50 });
    expect(asked('consoleRequests')[0]).toEqual({ state: 'open', size: 50 });
  });

  it('lead to the page with the evidence', async () => {
    serveCalls({ consoleRequests: makeList(waitingRequest({ action: 'withdrawal.decide', subject: 'W1' })) });
    await show(<Requests />);
    await expect.element(page.getByRole('link', { name: 'W1' })).toHaveAttribute('href', '/withdrawals');
  });

  it('name who decided, and why one failed; they cannot be decided again', async () => {
    const decided = { state: 'failed', checker: 'S3', failure: 'not_tradable', decidedAt: 1_795_335_656_582 };
    serveCalls({ consoleRequests: makeList(waitingRequest(decided)) });
    await show(<Requests />);
    await expect.element(page.getByText(/^S3, /)).toBeVisible();
    await expect.element(page.getByText(/Failed.*not tradable/i)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Agree' })).not.toBeInTheDocument();
  });
});
