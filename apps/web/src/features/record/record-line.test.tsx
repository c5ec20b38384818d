import { page } from 'vitest/browser';
import { afterEach, expect, it } from 'vitest';
import { show } from '../../../test/show.tsx';
import { RecordLine } from './record-line.tsx';

afterEach(() => page.viewport(390, 844));

/** Of all kinds of moves, whose names take a line of their own on a narrow phone. */
const day = { putIn: '500.00', moneyIn: '500.00', moneyOut: '1.00', tookBack: '1.00', cameBack: '1.00' };
const DAYS = [
  { ...day, marketDate: '2026-11-23', value: '500.00' },
  { ...day, marketDate: '2026-11-24', value: '510.00' },
];

it('the way to the table stands at the right edge, also on a line of its own', async () => {
  await page.viewport(320, 844);
  const screen = await show(<RecordLine days={DAYS} began={false} />);
  const button = screen.getByRole('button', { name: 'Show as table' }).element();
  const foot = button.parentElement!;
  expect(foot.getBoundingClientRect().height, 'two lines').toBeGreaterThan(50);
  expect(foot.getBoundingClientRect().right - button.getBoundingClientRect().right).toBe(4);
});
