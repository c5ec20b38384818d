import { expect, it } from 'vitest';
import { useSession } from '#api/session.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { findRoute } from '#shell/route-table.ts';
import { answering } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import RegularPage from './regular.tsx';

const place = { route: findRoute('/pages/personal/waiting/regular')!, key: 'k', direction: 'none' } as const;

it('a regular purchase of nothing yet begins with the choice of its share', async () => {
  useSession.setState({ token: 'T', device: 'D', userInfo: undefined });
  const { asked } = answering({
    marketList: () => new Response('', { status: 503 }),
  });
  const screen = await show(
    <PlaceContext value={place}>
      <RegularPage />
    </PlaceContext>,
  );
  await expect.element(screen.getByRole('searchbox', { name: 'Name or code' })).toBeVisible();
  expect(asked('marketList')).toEqual([{ type: 'all', size: 30 }]);
});
