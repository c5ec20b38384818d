import type { Data } from '@khara/contract';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { queryClient } from '#api/client.ts';
import { useSession } from '#api/session.ts';
import { makeFill } from '../../../test/fill.ts';
import { answering } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { ChartPanel } from './chart-panel.tsx';

const at = (time: string): number => Date.parse(`2026-11-25T${time}:00+05:30`);
const candles = ['09:15', '09:20', '09:25', '09:30'].map((time): Data<'candles'>['candles'][number] => [
  at(time),
  '100.00',
  '101.00',
  '99.00',
  '100.50',
  500,
]);
const fill = (id: string, time: string, side: 'buy' | 'sell', quantity: number, price: string) =>
  makeFill(id, '1.00', { side, quantity, price, marketTime: `2026-11-25T${time}:00+05:30` });

beforeEach(() => queryClient.clear());

async function showing(traded = true) {
  const { asked } = answering({
    candles: () => ({ candles, adjustments: [] }),
    drawings: ({ code }) => ({ code, revision: 0, adjustedUntil: 0, list: [] }),
    fills: () => ({
      list: [
        fill('3', '09:31', 'sell', 4, '100.80'),
        fill('2', '09:22', 'buy', 6, '99.60'),
        fill('1', '09:08', 'buy', 4, '99.50'),
      ],
      nextCursor: null,
    }),
  });
  const letters = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
  const screen = await show(
    <div style={{ width: 400, height: 400, display: 'grid' }}>
      <ChartPanel code="THEWA" previousClose="99.90" traded={traded} closesByAuction={false} />
    </div>,
  );
  onTestFinished(() => screen.unmount());
  const drawn = (letter: string) => new Set(letters.mock.calls.filter(([text]) => text === letter).map(([, x]) => x));
  return { screen, asked, drawn };
}

it('marks own trades at their candles by the letter of their side, and says them to a screen reader', async () => {
  useSession.setState({ token: 'T', device: 'D', userInfo: undefined });
  const { screen, drawn } = await showing();
  await expect.poll(() => [drawn('B').size, drawn('S').size]).toEqual([2, 1]);
  await expect
    .element(
      screen.getByRole('img', {
        name: 'Price chart of THEWA. From 100.00 to 100.50. Marked on it, in shares: bought 10, sold 4.',
      }),
    )
    .toBeVisible();
});

it('has own trades in its table, each in the row of its candle', async () => {
  useSession.setState({ token: 'T', device: 'D', userInfo: undefined });
  const { screen } = await showing();
  await screen.getByRole('button', { name: 'Show as table' }).click();
  await expect.element(screen.getByRole('columnheader', { name: 'Your trades' })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /^09:30 .*Sold 4 at 100\.80$/ })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /^09:20 .*Bought 6 at 99\.60$/ })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /^09:15 .*Bought 4 at 99\.50$/ })).toBeVisible();
});

it.each([
  ['a guest', '', true],
  ['an index', 'T', false],
])('of %s has no marks, no column, and asks for no trades', async (_, token, traded) => {
  useSession.setState({ token, device: 'D', userInfo: undefined });
  const { screen, asked, drawn } = await showing(traded);
  await screen.getByRole('button', { name: 'Show as table' }).click();
  await expect.element(screen.getByRole('columnheader', { name: 'Volume' })).toBeVisible();
  await expect.element(screen.getByRole('columnheader', { name: 'Your trades' })).not.toBeInTheDocument();
  expect(drawn('B').size).toBe(0);
  expect(asked('fills')).toEqual([]);
});
