import { expect, it } from 'vitest';
import { useSession } from '#api/session.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { findRoute } from '#shell/route-table.ts';
import { answering } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import Messages from './messages.tsx';

const place = { route: findRoute('/pages/index/messages/index')!, key: 'k', direction: 'none' } as const;

it('a thread without a message says who answers, when, and what staff never ask for', async () => {
  useSession.setState({ token: 'T', device: 'D', userInfo: undefined });
  answering({ supportMessages: () => ({ list: [], nextCursor: null, unread: 0 }) });
  const screen = await show(
    <PlaceContext value={place}>
      <Messages />
    </PlaceContext>,
  );
  await expect.element(screen.getByText('Write to us')).toBeVisible();
  await expect.element(screen.getByText(/as a rule within a day.*never ask for a password/)).toBeVisible();
});
