import { inTime } from './in-time.ts';

/** Styles that did not come. */
const lost = new Set<HTMLLinkElement>();

// The failure of a file is heard by who is above it, on its way down alone.
globalThis.document?.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lost.add(target);
  },
  true,
);

/** Asks again for styles that did not come: the loader of the build asks for each once, and goes on without it. */
const fetchLostStyles = (): Promise<unknown> =>
  Promise.all(
    [...lost].map((link) => {
      lost.delete(link);
      const again = link.cloneNode() as HTMLLinkElement; // the clone of a link
      return new Promise<void>((resolve, reject) => {
        again.addEventListener('load', () => resolve());
        again.addEventListener('error', () => reject(new Error(`styles: ${link.href}`)));
        link.replaceWith(again);
      });
    }),
  );

/** Code with its styles, or a failure when it does not come or takes too long. Asked again, it is fetched again. */
export const loadCode = <T>(load: () => Promise<T>): Promise<T> =>
  inTime(lost.size > 0 ? fetchLostStyles().then(load) : load());

/**
 * Whether the server can be reached where code did not come again. Then only a new document helps: a newer version
 * has other files, and some browsers keep a file that did not come as failed for as long as the document lives.
 */
export const isServed = async (): Promise<boolean> =>
  fetch(location.pathname, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  );
