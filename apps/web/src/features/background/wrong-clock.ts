import { serverNow, useMarketClock } from '#api/market-clock.ts';
import { loadTexts } from '#i18n/index.ts';
import { sayText } from '#i18n/say.ts';
import { currentLanguage } from '#lib/language.ts';
import { showMoment } from '#lib/time.ts';
import { toast } from '#ui/toast.ts';

/** Answers on a slow line come seconds late; more than this is the clock. */
const WRONG_MS = 5 * 60_000;
const SHOWN_MS = 6000;

const asMoment = (at: number): string => showMoment(at, currentLanguage());

/**
 * Says once that this device's clock is wrong, with both times. Pages go on by the server's. Returns how to stop
 * looking.
 */
export function watchOwnClock(): () => void {
  const look = (): void => {
    if (Math.abs(useMarketClock.getState().aheadMs) < WRONG_MS) return;
    stop();
    void loadTexts(['session'])
      .then(() => sayText('session:ownClock', { own: asMoment(Date.now()), right: asMoment(serverNow()) }))
      .then((text) => toast(text, { ms: SHOWN_MS }))
      .catch(() => undefined); // without a line there is no word of the server either
  };
  const stop = useMarketClock.subscribe(look);
  look();
  return stop;
}
