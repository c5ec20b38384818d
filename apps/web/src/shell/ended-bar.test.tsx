import { beforeEach, expect, it, vi } from 'vitest';
import { call, socket } from '#api/client.ts';
import { useSession, type UserInfo } from '#api/session.ts';
import { readStored } from '#lib/storage.ts';
import { useToast } from '#ui/toast.ts';
import { answering, unanswered } from '../../test/server.ts';
import { show } from '../../test/show.tsx';
import { App, type PageSurroundings } from './app.tsx';
import { EndedBar } from './ended-bar.tsx';
import { noteEnded } from './ended-note.ts';

const MOVED = 'This seat was moved to another device. Its code opens it here again';

/** What stands beside the pages, without the rest of it. */
const loadBackground = async () => ({
  startBackground: (_frame: HTMLElement, beside: (shown: PageSurroundings) => void) => {
    beside({ bars: <EndedBar />, input: null });
    return () => undefined;
  },
});

beforeEach(() => {
  noteEnded(null);
  useToast.setState({ shown: undefined });
  vi.spyOn(socket, 'start').mockImplementation(() => undefined);
});

it('says that a seat was moved until it is closed, and not in passing', async () => {
  useSession.setState({ token: 'T'.repeat(43), userInfo: { id: 'm-seat', deviceOnly: true } as UserInfo });
  answering({ userDetail: () => Response.json({ code: 2001, msg: MOVED, data: null }) });
  const screen = await show(<App loadBackground={loadBackground} />);
  await call('userDetail');
  const note = screen.getByRole('alert').filter({ hasText: MOVED });
  await expect.element(note).toBeVisible();
  expect(useToast.getState().shown).toBeUndefined();
  expect(readStored('endedNote')).toBe(MOVED); // a page that is loaded anew has it
  await note.getByRole('button', { name: 'Close' }).click();
  await expect.element(note).not.toBeInTheDocument();
  expect(readStored('endedNote')).toBeNull();
  unanswered(); // of the page to which it leads
});
