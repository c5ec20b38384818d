import { call, refresh } from '#api/client.ts';
import { AFTER_WATCH } from '#api/query-keys.ts';
import { isSignedIn } from '#api/session.ts';
import { say, sayText } from '#i18n/say.ts';
import { loginAddress } from '#shell/guard.ts';
import { navigateTo } from '#shell/navigation.ts';
import { toast } from '#ui/toast.ts';

/**
 * Puts a stock on the watchlist or takes it off, and says which. Undefined when it did not happen: a guest is
 * sent to log in and comes back here. Needs the namespace `market`.
 */
export async function toggleWatch(code: string): Promise<boolean | undefined> {
  if (!isSignedIn()) {
    toast(say('loginFirst'));
    navigateTo(loginAddress(location.hash.slice(1) || '/'));
    return undefined;
  }
  const result = await call('toggleWatch', { code });
  if (!result.ok) {
    toast(result.message, { urgent: true });
    return undefined;
  }
  toast(sayText(result.data.collected ? 'market:watched' : 'market:unwatched'));
  refresh(AFTER_WATCH);
  return result.data.collected;
}
