import { listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showPrice } from '#lib/number.ts';
import { showMarketSeconds } from '#lib/time.ts';
import { Mark } from '#ui/brand.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { showRupees } from './lab-chart.tsx';
import type { LabDay, Lane } from './lane.ts';
import { meetingAt, type MetOrder } from './meetings.ts';
import css from './lab.module.css';

/** Which two orders met in the trade that the day has come to: where its price is from. */
export function OneTrade({
  day,
  lane,
  step,
  open,
  onClose,
}: {
  readonly day: LabDay;
  readonly lane: Lane;
  readonly step: number;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('lab');
  const language = useLanguage();
  const met = open ? meetingAt(lane, step) : undefined;
  const price = met && showPrice(showRupees(met.price), language);
  const says = ({ waited }: MetOrder): string =>
    waited
      ? listed(
          t('trade.waited', { time: showMarketSeconds(day.times[waited.sinceStep]) }),
          t('trade.for', { quantity: showCount(waited.quantity, language) }),
        )
      : t('trade.came', { time: showMarketSeconds(day.times[met!.step]) });
  return (
    <Sheet open={open} onClose={onClose} title={t('seeOne')}>
      {met ? (
        <div className={css.form}>
          <p className={css.met}>
            <span>
              <b>{t('trade.buy')}</b>
              <small>{t(`trade.of.${met.buy.kind}`)}</small>
              <small>{says(met.buy)}</small>
            </span>
            <Mark size={40} />
            <span>
              <b>{t('trade.sell')}</b>
              <small>{t(`trade.of.${met.sell.kind}`)}</small>
              <small>{says(met.sell)}</small>
            </span>
          </p>
          <div>
            <KeyValue label={t('share')}>{day.code}</KeyValue>
            <KeyValue label={t('time')}>{showMarketSeconds(day.times[met.step])}</KeyValue>
            <KeyValue label={t('trade.traded')}>
              {t('trade.at', { quantity: showCount(met.quantity, language), price })}
            </KeyValue>
          </div>
          <p className={css.plain}>
            {t(met.isAuction ? 'trade.whyAuction' : met.buy.waited ? 'trade.whyBuyer' : 'trade.whySeller', { price })}
          </p>
          <p className={css.plain}>{t('trade.foundHere')}</p>
        </div>
      ) : (
        <p className={css.none}>{t('emptyTape')}</p>
      )}
    </Sheet>
  );
}
