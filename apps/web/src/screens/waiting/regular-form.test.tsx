import { expect, it } from 'vitest';
import { useMarketClock, type MarketState } from '#api/market-clock.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { findRoute } from '#shell/route-table.ts';
import { show } from '../../../test/show.tsx';
import { StartRegular } from './regular-form.tsx';

const place = { route: findRoute('/pages/personal/waiting/regular')!, key: 'k', direction: 'none' } as const;

it.each(['५०००.५०', '５０００。５０', '5,000.50'])('reads %o as an amount', async (typed) => {
  useMarketClock.setState({ market: { marketDate: '2026-11-25' } as MarketState }); // the form asks for the date alone
  const screen = await show(
    <PlaceContext value={place}>
      <StartRegular what={{ code: 'AAMRAI' }} name="Aamrai" />
    </PlaceContext>,
  );
  await screen.getByLabelText('At most each time').fill(typed);
  await expect.element(screen.getByRole('button', { name: /^Start on/ })).toBeEnabled();
  await screen.getByLabelText('At most each time').fill('none');
  await expect.element(screen.getByRole('button', { name: /^Start on/ })).toBeDisabled();
});
