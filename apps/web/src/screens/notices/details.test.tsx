import { expect, it } from 'vitest';
import { useSession } from '#api/session.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { findRoute } from '#shell/route-table.ts';
import { answering } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import NoticeDetails from './details.tsx';

const place = { route: findRoute('/pages/personal/notice/details')!, key: 'k', direction: 'none' } as const;

it('a notice that an empty inbox does not have is gone, with the way to all notices', async () => {
  useSession.setState({ token: 'T', device: 'D', userInfo: undefined });
  answering({ noticeList: () => ({ list: [], nextCursor: null }) });
  const screen = await show(
    <PlaceContext value={place}>
      <NoticeDetails />
    </PlaceContext>,
  );
  await expect.element(screen.getByRole('button', { name: 'See all notices' })).toBeVisible();
});
