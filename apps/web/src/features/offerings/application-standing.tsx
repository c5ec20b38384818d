import { indiaFields } from '#api/market-clock.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showMoney, showPrice } from '#lib/number.ts';
import { showMarketDate, showMarketMoment } from '#lib/time.ts';
import { hasUnpaid, stateKey } from './application-list.tsx';
import type { Application } from './offering.ts';
import { Outcome } from './outcome.tsx';
import { TimeLeft } from './time-left.tsx';

/** How it stands, in one sentence. */
export function ApplicationStanding({ application }: { readonly application: Application }) {
  const { t } = useTranslation('newStocks');
  const language = useLanguage();
  const { state, kind, lots, winningLots, allottedShares } = application;
  const counted = (count: number): string => t('lots', { count, n: showCount(count, language) });
  const money = (value: string): string => showMoney(value, language);
  const price = showPrice(application.allotmentPrice ?? application.price, language);
  const words = {
    lots: counted(lots),
    won: counted(winningLots),
    shares: showCount(allottedShares, language),
    price,
    blocked: money(application.frozenAmount),
    paid: money(application.paidAmount),
    unpaid: money(application.unpaidAmount),
    amount: money(application.amount),
    date: showMarketDate(application.listingDate, language),
    time:
      application.signingEndsMarketTime === null
        ? ''
        : showMarketMoment(indiaFields(application.signingEndsMarketTime), language),
  };
  const text = ((): string => {
    switch (state) {
      case 'subscribed':
        return t(kind === 'block' ? 'standing.blockWaits' : 'standing.subscribed', words);
      case 'winning_lots':
        if (application.signingEndsAt === null) return t('standing.bound', words);
        return t(hasUnpaid(application) ? 'standing.unpaid' : 'standing.won', words);
      case 'failed_lots':
        return t('standing.failed', words);
      case 'signed':
        return t(kind === 'block' ? 'standing.blockSettled' : 'standing.signed', words);
      case 'lapsed':
        if (application.offeringState === 'lapsed') return t('standing.offeringLapsed', words);
        return t(kind === 'block' ? 'standing.blockLapsed' : 'standing.lapsed', words);
      case 'cancelled':
        return t('standing.cancelled', words);
    }
  })();
  const title =
    state === 'winning_lots' || (state === 'signed' && kind !== 'block')
      ? t('wonTitle', words)
      : state === 'failed_lots'
        ? t('lostTitle')
        : words.lots;
  return (
    <Outcome state={t(stateKey(application))} title={title} won={winningLots > 0}>
      <p>{text}</p>
      {state === 'winning_lots' && application.signingEndsAt !== null && (
        <p>
          {t('signIn')} <TimeLeft until={application.signingEndsAt} />
        </p>
      )}
    </Outcome>
  );
}
