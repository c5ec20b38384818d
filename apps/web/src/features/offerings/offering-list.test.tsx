import { beforeEach, describe, expect, it } from 'vitest';
import { useConfig } from '#api/config.ts';
import { useSession } from '#api/session.ts';
import { findRoute } from '#shell/route-table.ts';
import { replace } from '#shell/location.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { OfferingList } from './offering-list.tsx';
import { show } from '../../../test/show.tsx';
import { answering } from '../../../test/server.ts';

const WARNING = 'Before you look at placements';

beforeEach(() => {
  useConfig.setState({ info: undefined, lot: 1 });
  useSession.setState({ token: '', device: 'D', userInfo: undefined });
});

async function listOf(kind: string) {
  replace(`/pages/market/newStock/index?kind=${kind}`);
  answering({
    newStocks: () => ({ list: [], nextCursor: null }),
    configValue: () => ({ title: WARNING, body: 'An access key that a stranger sends you is a lure.' }),
  });
  const route = findRoute('/pages/market/newStock/index');
  if (!route) throw new Error('no such route');
  const screen = await show(
    <PlaceContext value={{ route, key: 'k', direction: 'none' }}>
      <OfferingList />
    </PlaceContext>,
  );
  return screen;
}

describe('the real counterpart of new stocks', () => {
  it('of an offer for sale is open to the public, without the warning of private placements', async () => {
    const screen = await listOf('offline_placement');
    await expect
      .element(screen.getByText(/an offer for sale in a window of the exchange, open to the public/))
      .toBeVisible();
    expect(screen.getByText(WARNING).elements()).toEqual([]);
  });

  it('of a private placement is nothing that a retail investor is offered, and the warning stands there', async () => {
    const screen = await listOf('private_placement');
    await expect.element(screen.getByText(/A retail investor is not offered one/)).toBeVisible();
    await expect.element(screen.getByText(WARNING)).toBeVisible();
  });
});
