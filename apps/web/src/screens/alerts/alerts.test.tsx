import type { Data } from '@khara/contract';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { useSession } from '#api/session.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { findRoute } from '#shell/route-table.ts';
import { answering } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import Alerts from './alerts.tsx';

type Alert = Data<'alerts'>['list'][number];
const alert = (id: string, price: string): Alert => ({
  id,
  code: 'AAMRAI',
  name: 'Aamrai',
  condition: 'above',
  price,
  label: null,
  paused: false,
  at: 1,
  updatedAt: 1,
  metAt: null,
  metMarketTime: null,
  metPrice: null,
});

it('an alert that was deleted keeps its place, and is put back with its terms', async () => {
  useSession.setState({ token: 'T', device: 'D', userInfo: undefined });
  let list = [alert('1', '1300.00'), alert('2', '1400.00')];
  const { asked } = answering({
    alerts: () => ({ list }),
    deleteAlert: ({ id }) => {
      list = list.filter((each) => each.id !== id);
      return { id: String(id) };
    },
    saveAlert: ({ price }) => {
      const again = alert('3', String(price));
      list = [again, ...list];
      return again;
    },
  });
  const route = findRoute('/pages/personal/alerts/index');
  if (!route) throw new Error('no such route');
  const screen = await show(
    <PlaceContext value={{ route, key: 'k', direction: 'none' }}>
      <Alerts />
    </PlaceContext>,
  );
  await screen.getByRole('button', { name: 'Delete' }).first().click();
  await expect.element(screen.getByText('Removed')).toBeVisible();
  const rows = () =>
    screen
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent);
  expect(rows(), 'in its place').toEqual(['AAMRAI · at 1,300.00 or more', 'AAMRAI · at 1,400.00 or more']);
  await expect.element(screen.getByRole('button', { name: 'Put it back' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Removed')).not.toBeInTheDocument();
  expect(asked('saveAlert')).toEqual([{ code: 'AAMRAI', condition: 'above', price: '1300.00' }]);
  await expect.poll(rows).toHaveLength(2);
});
