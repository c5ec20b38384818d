import i18next from 'i18next';
import type { Saying } from '#api/transport.ts';

/** A text the app says by itself, outside any component. */
export const say = (what: Saying | 'sessionEnded' | 'newVersion' | 'settledDone' | 'settledNot'): string =>
  i18next.t(`errors:${what}`);
