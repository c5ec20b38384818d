import { useCall } from '#api/use-call.ts';
import { href, navigateTo } from '#shell/navigation.ts';

const THREAD = '/pages/index/messages/index';
const STALE_MS = 60 * 60_000;
/** What may be opened outside the app; anything else would be another program's code. */
const OUTSIDE = /^(https:\/\/|mailto:|tel:)/;

/**
 * Where customer service is, as the server says: the thread of the app until it has. `outside` is the address
 * when it leads out of the app.
 */
export function useService() {
  const url = useCall('serviceAddress', {}, { staleMs: STALE_MS }).data?.url ?? THREAD;
  const outside = OUTSIDE.test(url) ? url : undefined;
  const page = url.startsWith('/') ? url : THREAD;
  return {
    outside,
    link: outside ? { href: outside, target: '_blank', rel: 'noopener noreferrer' } : { href: href(page) },
    open: (): void => {
      if (outside) window.open(outside, '_blank', 'noopener,noreferrer');
      else navigateTo(page);
    },
  };
}
