import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { makeList, refused, serveCalls, show, signIn, waitingRequest } from '../../test/show.tsx';
import { queries } from '../api/data.ts';
import { Suspensions } from './suspensions.tsx';

beforeEach(() => signIn('S2'));
afterEach(() => queries.clear());

const code = page.getByLabelText('Code');
const send = () => page.getByRole('button', { name: 'Ask for it' }).click();
const lines = () => [...document.querySelectorAll('tbody tr')].map((line) => line.textContent);

it('a suspension is asked for with the code of the share and a reason of the published list', async () => {
  const asked = serveCalls({});
  await show(<Suspensions />);
  await code.fill(' aamrai ');
  await page.getByRole('combobox').selectOptions('Issuer asked');
  await send();
  await expect
    .poll(() => asked('consoleRequest'))
    .toEqual([{ action: 'share.suspend', subject: 'AAMRAI', reason: 'issuer_asked' }]);
});

it('a suspension that is refused says why, and keeps the code', async () => {
  serveCalls({ consoleRequest: refused('not_found', 'There is no such share.') });
  await show(<Suspensions />);
  await code.fill('NONE');
  await send();
  await expect.element(page.getByRole('alert')).toHaveTextContent('There is no such share.');
  await expect.element(code).toHaveValue('NONE');
});

it('a suspension that waits is to be decided; one that was decided names both people', async () => {
  const done = waitingRequest({ id: '8', subject: 'THEWA', state: 'carried_out', checker: 'S3' });
  const other = waitingRequest({ id: '9', action: 'text.change', subject: 'privacy', state: 'carried_out' });
  serveCalls({ consoleRequests: makeList(waitingRequest({}), done, other) });
  await show(<Suspensions />);
  await expect.element(page.getByRole('article', { name: 'AAMRAI' })).toBeVisible();
  await expect.poll(lines).toEqual([expect.stringMatching(/^THEWA.*S1, S3/)]);
});
