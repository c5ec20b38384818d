import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answered, expectPatience, makeList, serve, serveCalls, show, signIn } from '../../test/show.tsx';
import { queries } from '../api/data.ts';
import { Accounts } from './accounts.tsx';

beforeEach(() => signIn('S2'));
afterEach(() => queries.clear());

const AT = 1_795_335_656_582;
const account = (id: string, more: object = {}) => ({
  id,
  phone: '+91 98******10',
  kycStatus: 'certified',
  createdAt: AT,
  erasesAt: null,
  ...more,
});
const cells = (head: string) => [...document.querySelectorAll(`td[data-head=${head}]`)].map((cell) => cell.textContent);

it('the list of accounts waits, fails with a way to try again, and says that there is none', async () => {
  await expectPatience('consoleAccounts', makeList(), () => show(<Accounts />));
  await expect.element(page.getByText('There is no such account.')).toBeVisible();
});

it('an account is an id, a masked phone and where it stands, with the day it is erased on', async () => {
  serveCalls({ consoleAccounts: makeList(account('M1'), account('M2', { kycStatus: 'under_review', erasesAt: AT })) });
  await show(<Accounts />);
  await expect.element(page.getByText('M1')).toBeVisible();
  expect(cells('Phone')).toEqual(['+91 98******10', '+91 98******10']);
  expect(cells('Identity')).toEqual(['Certified', 'Under review']);
  expect(cells('Erased')).toEqual(['', expect.stringContaining('2026')]);
});

it('an account is asked for by its whole id, and by nothing that is no id', async () => {
  const asked = serveCalls({ consoleAccounts: makeList(account('M1')) });
  await show(<Accounts />);
  const field = page.getByLabelText('Account id');
  await field.fill('M1234');
  await field.fill('M1234567; drop');
  await field.fill('  M12345678 ');
  await expect.poll(() => asked('consoleAccounts').at(-1)).toEqual({ size: 50, id: 'M12345678' });
  const ids = new Set(asked('consoleAccounts').map((body) => (body as { id?: string }).id));
  expect([...ids]).toEqual([undefined, 'M12345678']);
});

it('two people are asked to let an account open classes, or no more', async () => {
  const asked = serveCalls({
    consoleAccounts: makeList(account('M12345678')),
    consoleRequests: makeList(),
    consoleRequest: { id: '7' },
  });
  await show(<Accounts />);
  await page.getByLabelText('Account id').fill('M12345678');
  for (const [trigger, approve] of [
    ['Let it open classes', true],
    ['No more classes', false],
  ] as const) {
    await page.getByRole('button', { name: trigger }).click();
    await page.getByRole('button', { name: 'Ask for it' }).click();
    await expect
      .poll(() => asked('consoleRequest').at(-1))
      .toEqual({ action: 'classes.decide', subject: 'M12345678', payload: { approve }, reason: 'member_asked' });
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  }
});

it('accounts go on where the last page ended', async () => {
  serve(({ cursor }) =>
    answered(
      cursor === undefined
        ? { list: [account('M1')], nextCursor: 'c2' }
        : { list: [account(`after ${String(cursor)}`)], nextCursor: null },
    ),
  );
  await show(<Accounts />);
  const more = page.getByRole('button', { name: 'More' });
  await more.click();
  await expect.poll(() => cells('Account')).toEqual(['M1', 'after c2']);
  await expect.element(more).not.toBeInTheDocument();
});
