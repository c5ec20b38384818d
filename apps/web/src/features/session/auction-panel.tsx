import type { Data } from '@khara/contract';
import { paise, percent } from '@khara/money';
import { useTranslation } from '#i18n/use-translation.ts';
import { useStale } from '#api/feed.ts';
import { useMarketClock } from '#api/market-clock.ts';
import { placeBetween } from '#features/quotes/figures.ts';
import { phaseTimes } from '#shell/market-day/day-parts.ts';
import { useMarketNow } from '#shell/use-market-now.ts';
import { useLanguage } from '#lib/language.ts';
import { Percent } from '#ui/amount.tsx';
import { cx } from '#ui/class-names.ts';
import { showCount, showPrice } from '#lib/number.ts';
import { showCountdown } from '#lib/time.ts';
import { phaseWords } from '#shell/market-day/phase-words.ts';
import css from './auction-panel.module.css';
import type { SharePhase } from './share-session.ts';

type Stock = Data<'marketDetail'>;
type Props = {
  readonly stock: Stock;
  readonly auction: NonNullable<Stock['auction']>;
  readonly phase: SharePhase;
};

/**
 * A call auction while it collects orders: where it would execute now, how much of it, what is left over, and
 * when entry ends. Needs `session`.
 */
export default function AuctionPanel({ stock, auction, phase }: Props) {
  const { t } = useTranslation('session');
  const language = useLanguage();
  const market = useMarketClock((clock) => clock.market);
  const halt = market?.halt;
  const { bandLow, bandHigh } = stock;
  const { indicativePrice: price, referencePrice: reference } = auction;
  const isOpen = phase === 'preopen_entry_1' || phase === 'cas_entry_1';
  const isOver = phase.endsWith('_match') || phase.endsWith('_buffer');
  const times = phaseTimes(phase, market?.marketDate ?? '', stock.closesByAuction, halt);
  const count = (shares: number): string => showCount(shares, language);
  const { imbalance } = auction;

  return (
    <section className={css.panel} aria-label={t(`auction.${auction.kind}`)}>
      <p className={css.head}>
        <b>{t(`phase.${phaseWords(phase, halt)}`)}</b>
        {!isOver && <Left />}
      </p>
      <div className={css.price}>
        <span className={css.label}>{t('auction.indicative')}</span>
        {price === null ? (
          <span className={css.none}>{t('auction.none')}</span>
        ) : (
          <span className={css.figure}>
            <b>{showPrice(price, language)}</b>
            <Percent value={against(price, reference)} />
          </span>
        )}
      </div>
      <Scale low={bandLow} high={bandHigh} reference={reference} price={price} />
      <dl className={css.figures}>
        <div>
          <dt>{t('auction.matched')}</dt>
          <dd>{t('auction.matchedShares', { n: count(auction.indicativeQuantity) })}</dd>
        </div>
        {imbalance !== undefined && (
          <div>
            <dt>{t('auction.imbalance')}</dt>
            <dd className={cx(imbalance > 0 && css.buy, imbalance < 0 && css.sell)}>
              {imbalance === 0
                ? t('auction.balanced')
                : imbalance > 0
                  ? t('auction.imbalanceBuy', { n: count(imbalance) })
                  : t('auction.imbalanceSell', { n: count(-imbalance) })}
            </dd>
          </div>
        )}
        <div>
          <dt>{t('auction.reference')}</dt>
          <dd>{showPrice(reference, language)}</dd>
        </div>
      </dl>
      <p className={css.why}>
        {t(`takes.${phaseWords(phase, halt)}`, times)} {isOpen && !halt && t('auction.entryEnds', times)}
      </p>
    </section>
  );
}

/** Real time until the phase changes, at the latest. Not said while no word comes that it will, nor while paused. */
function Left() {
  const { t } = useTranslation('session');
  const at = useMarketClock(({ market }) => (market?.pace === 'paused' ? undefined : market?.nextPhaseAt));
  useMarketNow(); // renders again every second
  const stale = useStale();
  if (at === undefined || stale) return null;
  return <span className={css.left}>{t('auction.left', { time: showCountdown(at - Date.now()) })}</span>;
}

/** The band with the reference in it and the indicative price over it. */
function Scale({
  low,
  high,
  reference,
  price,
}: {
  readonly low: string | null;
  readonly high: string | null;
  readonly reference: string;
  readonly price: string | null;
}) {
  const { t } = useTranslation('session');
  const language = useLanguage();
  const mark = placeBetween(reference, low, high);
  const knob = price === null ? undefined : placeBetween(price, low, high);
  if (mark === undefined) return null;
  return (
    <div className={css.scale}>
      <div className={css.line} aria-hidden="true">
        {knob !== undefined && <b style={{ left: `${Math.min(mark, knob)}%`, width: `${Math.abs(knob - mark)}%` }} />}
        <i className={css.mark} style={{ left: `${mark}%` }} />
        {knob !== undefined && <i className={css.knob} style={{ left: `${knob}%` }} />}
      </div>
      <p className={css.ends}>
        <span>{showPrice(low, language)}</span>
        <span>{t('auction.band')}</span>
        <span>{showPrice(high, language)}</span>
      </p>
    </div>
  );
}

/** How far the indicative price is from the reference, in per cent. */
function against(price: string, reference: string): string {
  const [now, then] = [paise(price) ?? 0n, paise(reference) ?? 0n];
  return percent(now - then, then);
}
