import { page } from 'vitest/browser';
import { expect, it } from 'vitest';
import { show } from '../../../test/show.tsx';
import { Month } from './month.tsx';

const assumed = () => page.getByText(/NSE has not published the holidays of 2027/);

it('dates of a regular purchase in a year whose holidays are not published say that they are assumed', async () => {
  const dates = { unit: 'market_days', every: 5, firstOn: '2026-11-30' } as const;
  await show(<Month dates={dates} from="2026-12-07" times={12} />);
  await expect.element(assumed()).toBeVisible(); // the month ends on 10 January
});

it('dates of the published year do not', async () => {
  const dates = { unit: 'market_days', every: 5, firstOn: '2026-11-23' } as const;
  await show(<Month dates={dates} from="2026-11-23" times={12} />);
  await expect.element(page.getByRole('img')).toBeVisible();
  expect(assumed().query()).toBeNull();
});
