import { page } from 'vitest/browser';
import { beforeEach, expect, it } from 'vitest';
import { useSession } from '#api/session.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { findRoute } from '#shell/route-table.ts';
import { answering } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import Offers from './offers.tsx';

const place = { route: findRoute('/pages/personal/holderOffers/index')!, key: 'k', direction: 'none' } as const;

beforeEach(() => useSession.setState({ token: `T${Math.random()}`, device: 'D', userInfo: undefined }));

it('says what offers are in a box that stands free of the edges', async () => {
  answering({ holderOffers: () => ({ list: [] }) });
  await show(
    <PlaceContext value={place}>
      <Offers />
    </PlaceContext>,
  );
  const lead = page.getByText('Rights issues and buybacks', { exact: false });
  await expect.element(lead).toBeVisible();
  const box = lead.element().parentElement!.getBoundingClientRect();
  const around = page.getByRole('main').element().getBoundingClientRect();
  expect(box.left - around.left).toBeGreaterThanOrEqual(12);
  expect(around.right - box.right).toBeGreaterThanOrEqual(12);
});
