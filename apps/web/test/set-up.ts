import '#ui/tokens.css';
import '#ui/base.css';
import { textsFor, type TextLanguage } from '@khara/texts';
import { afterEach, beforeEach, vi } from 'vitest';
import { cdp } from 'vitest/browser';
import { queryClient } from '#api/client.ts';
import { useMarketClock } from '#api/market-clock.ts';
import { provideMessages } from '#api/messages.ts';
import { forgetSession } from '#api/session.ts';
import { addBundle } from '#i18n/bundles.ts';
import { say } from '#i18n/say.ts';
import { storeLanguage } from '#lib/language.ts';
import { ROUTES } from '#routes/routes.ts';
import { setRouteTable } from '#shell/route-table.ts';
import { unanswered } from './server.ts';

/** Every test begins with a reader who just came: English, nothing kept, nothing asked. */

const LANGUAGES = ['en', 'hi', 'zh-Hant', 'zh-Hans'] as const satisfies TextLanguage[];
for (const language of LANGUAGES) {
  for (const [namespace, texts] of Object.entries(textsFor(language))) addBundle(language, namespace, texts);
}

provideMessages(say);
setRouteTable(ROUTES);

// As in the app, where sheets open is there before any of them.
const sheets = document.createElement('div');
sheets.id = 'sheets';
document.body.append(sheets);

const emptyStorage = (): void => {
  localStorage.clear();
  sessionStorage.clear();
};

beforeEach(async () => {
  // Where another test left the mouse, it would lie over what this one shows.
  await cdp().send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 0, y: 0 });
  emptyStorage();
  forgetSession();
  storeLanguage('en');
  useMarketClock.setState({ market: undefined, receivedAt: 0, aheadMs: 0 });
  document.documentElement.lang = 'en';
  document.documentElement.dataset['theme'] = 'white';
});

afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
  emptyStorage(); // the modules of the next file read it as they load
  const names = unanswered();
  if (names.length > 0) throw new Error(`calls that this test does not answer: ${names.join(', ')}`);
});
