import { indiaFields } from '#api/market-clock.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showMoney } from '#lib/number.ts';
import { Timeline, type TimelineStep } from '#ui/timeline.tsx';
import { showMarketDate, showMarketMoment } from '#lib/time.ts';
import type { Application } from './offering.ts';

/** Everything that happened to it and what is still to come, newest first. */
export function ApplicationHistory({ application }: { readonly application: Application }) {
  const { t } = useTranslation('newStocks');
  const language = useLanguage();
  const { state, kind, signingEndsMarketTime, offeringState } = application;
  const listed = offeringState === 'listed_today' || offeringState === 'listed';
  const money = (value: string): string => showMoney(value, language);
  const steps: TimelineStep[] = [];
  const isBlock = kind === 'block';
  const won = state === 'winning_lots' || state === 'signed' || state === 'lapsed';
  if (won && !isBlock && state !== 'lapsed') {
    steps.push({
      key: 'listing',
      title: t(listed ? 'history.listed' : 'history.willList'),
      text: showMarketDate(application.listingDate, language),
      done: listed,
    });
  }
  if (state === 'signed') {
    steps.push({
      key: 'signed',
      title: t(isBlock ? 'history.settled' : signingEndsMarketTime === null ? 'history.paidFor' : 'history.signed'),
      text: t('history.paid', { amount: money(application.paidAmount) }),
    });
  }
  const isUnallotted = offeringState === 'lapsed';
  if (state === 'lapsed')
    steps.push({
      key: 'lapsed',
      title: t(isUnallotted ? 'history.ended' : 'history.lapsed'),
      text: t('history.released'),
    });
  if (state === 'winning_lots' && signingEndsMarketTime !== null) {
    steps.push({
      key: 'sign',
      title: t('history.toSign'),
      text: showMarketMoment(indiaFields(signingEndsMarketTime), language),
      done: false,
    });
  }
  if (won && !isBlock && !isUnallotted) {
    steps.push({
      key: 'won',
      title: t('history.won', { lots: showCount(application.winningLots, language) }),
      ...(application.lotsFailed > 0 && {
        text: t('history.rest', { lots: showCount(application.lotsFailed, language) }),
      }),
    });
  }
  if (state === 'failed_lots') steps.push({ key: 'failed', title: t('history.failed'), text: t('history.released') });
  if (state === 'cancelled')
    steps.push({ key: 'cancelled', title: t('history.cancelled'), text: t('history.released') });
  if (state === 'subscribed') {
    steps.push({
      key: 'waits',
      title: t(
        isBlock ? 'history.waitsWindow' : offeringState === 'in_progress' ? 'history.waitsClose' : 'history.waitsDraw',
      ),
      done: false,
    });
  }
  steps.push({
    key: 'applied',
    title: t('history.applied'),
    text: t('history.asked', { lots: showCount(application.lots, language), amount: money(application.amount) }),
    time: showMarketDate(application.marketDate, language),
  });
  return <Timeline steps={steps} />;
}
