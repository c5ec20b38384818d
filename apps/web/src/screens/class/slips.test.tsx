import type { Data } from '@khara/contract';
import { beforeEach, expect, it } from 'vitest';
import { useSession } from '#api/session.ts';
import { loadTexts } from '#i18n/index.ts';
import { replace } from '#shell/location.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { findRoute } from '#shell/route-table.ts';
import { answering } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import ClassSlips from './slips.tsx';

const PATH = '/pages/class/slips';
const slips: Data<'classSlips'> = {
  id: 'c1',
  name: 'Commerce 2B',
  code: 'CB0J',
  seats: 2,
  taken: 0,
  start: '100000.00',
  endsOn: '2026-12-27',
  endedAt: null,
  slips: [
    { seat: 1, code: 'CB0J-0000-1111' },
    { seat: 2, code: 'CB0J-2222-3333' },
  ],
};

beforeEach(async () => {
  useSession.setState({ token: 'T'.repeat(43) });
  replace(`${PATH}?id=c1`);
  await loadTexts(['classes']);
});

async function opened() {
  answering({ classSlips: () => slips });
  const screen = await show(
    <PlaceContext value={{ route: findRoute(PATH)!, key: 'k', direction: 'none' }}>
      <ClassSlips />
    </PlaceContext>,
  );
  await expect.element(screen.getByText('CB0J 0000 1111')).toBeVisible();
  return screen;
}

it('read the names of a file as Excel saves it, and refuse a workbook plainly', async () => {
  const screen = await opened();
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!;
  const give = (bytes: number[] | string): void => {
    const given = new DataTransfer();
    given.items.add(new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], 'list.csv'));
    input.files = given.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  };
  give([...'Roll no,Name\r\n1,Jos'].map((sign) => sign.codePointAt(0)!).concat(0xe9));
  await expect.element(screen.getByText('seat 1, José')).toBeVisible();
  give('PK\u0003\u0004\u0000');
  const refused = screen.getByText(/^This file is not text/);
  await expect.element(refused).toBeVisible();
  await expect.element(screen.getByText('seat 1, José')).toBeVisible();
  give('Anjali Nair');
  await expect.element(screen.getByText('seat 1, Anjali')).toBeVisible();
  expect(refused.query()).toBeNull();
});

it('say that no phone opens the squares of an address that is this computer’s alone', async () => {
  const screen = await opened();
  await expect.element(screen.getByText(/^Phones cannot open this address/)).toBeVisible();
});
