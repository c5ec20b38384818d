import { toIndiaFields } from '#api/market-clock.ts';
import { useCall } from '#api/use-call.ts';
import { Named } from '#features/terms/term.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { listed } from '#i18n/joined.ts';
import { showPercent, showPrice, showPriceChange } from '#lib/number.ts';
import { dayWithTime, showMarketDate, showMarketTime } from '#lib/time.ts';
import { at, navigateTo } from '#shell/navigation.ts';
import { Percent } from '#ui/amount.tsx';
import { Button } from '#ui/button.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { Note } from '#ui/note.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { SkeletonRows } from '#ui/states.tsx';
import css from './company.module.css';
import { subtractAmounts, type Quarter } from './quarters.ts';
import { dayMoves, INDEX, type DayMoves } from './result-day.ts';
import { useQuarterWords } from './use-quarter-words.ts';

/** Candles of a day at most: its minutes, with those of the auctions. */
const MAX_MINUTES = 460;

/** A day of results: what was expected, what came, and what the price did. Needs the namespace `company`. */
export default function ResultSheet({
  code,
  of,
  open,
  onClose,
}: {
  readonly code: string;
  readonly of: Quarter;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('company');
  const language = useLanguage();
  const words = useQuarterWords();
  const day = of.publishedOn;
  const to = Date.parse(`${day}T23:59:00+05:30`);
  const minutes = useCall('candles', { code, interval: '1m', to, limit: MAX_MINUTES });
  const days = useCall('candles', { code, interval: '1d', to, limit: 2 });
  const index = useCall('candles', { code: INDEX, interval: '1d', to, limit: 2 });
  const published = useCall('resultDay', { code, marketDate: day });
  const { profitAndLoss, expected, surprise } = of;
  const isHere = minutes.data && days.data && index.data && published.data;
  const moves =
    isHere &&
    dayMoves(
      day,
      { minutes: minutes.data.candles, days: days.data.candles, index: index.data.candles },
      published.data.at,
    );
  const failure = minutes.failure ?? days.failure ?? index.failure ?? published.failure;
  const time = published.data?.at ? showMarketTime(toIndiaFields(published.data.at)) : undefined;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('day.title', { quarter: words.name(of.quarter) })}
      {...(published.data?.isKept && {
        dock: <Button onClick={() => navigateTo(at('/pages/lab/day', { code, date: day }))}>{t('day.relive')}</Button>,
      })}
    >
      <div className={css.sheet}>
        <p className={css.day}>
          {time
            ? t('day.publishedAt', { moment: dayWithTime(showMarketDate(day, language), time, language) })
            : t('day.publishedBefore', { day: showMarketDate(day, language) })}
        </p>
        <dl className={css.figures}>
          {(
            [
              ['expected', showPrice(expected.profit, language)],
              ['came', showPrice(profitAndLoss.profit, language)],
              [
                'difference',
                listed(
                  showPriceChange(subtractAmounts(profitAndLoss.profit, expected.profit), language),
                  showPercent(surprise, language),
                ),
              ],
            ] as const
          ).map(([name, value]) => (
            <div key={name}>
              <dt>
                <Named name={name === 'difference' ? 'surprise' : undefined}>{t(name)}</Named>
              </dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {failure ? (
          <Note tone="neutral">{failure.message}</Note>
        ) : moves ? (
          <Moves of={moves} time={time} />
        ) : isHere ? (
          <Note tone="neutral">{t('day.gone')}</Note>
        ) : (
          <SkeletonRows rows={4} />
        )}
        {published.data && !published.data.isKept && <p className={css.day}>{t('day.noLog')}</p>}
      </div>
    </Sheet>
  );
}

function Moves({
  of: { line, before, after, opened, close, index, newsAt },
  time,
}: {
  readonly of: DayMoves;
  readonly time: string | undefined;
}) {
  const { t } = useTranslation('company');
  const lines = [
    ['before', before],
    ['after', after],
    ['opened', opened],
    ['close', close],
  ] as const;
  return (
    <>
      <h3 className={css.dayHead}>{t('day.price')}</h3>
      {line.length > 1 && <MinuteLine line={line} newsAt={newsAt} label={time && t('day.mark', { time })} />}
      <div className={css.day}>
        {lines.map(
          ([name, percent]) =>
            percent !== undefined && (
              <KeyValue key={name} label={t(`day.${name}`)}>
                <Percent value={percent} />
              </KeyValue>
            ),
        )}
        {index !== undefined && (
          <KeyValue label={t('day.index')}>
            <Percent value={index} />
          </KeyValue>
        )}
      </div>
    </>
  );
}

/** Units of the drawing. */
const [WIDTH, HEIGHT, PAD] = [320, 110, 8];

/** Per cent from the close before, minute by minute; what it says stands below it in words. */
function MinuteLine({
  line,
  newsAt,
  label,
}: {
  readonly line: DayMoves['line'];
  readonly newsAt: number | undefined;
  readonly label: string | undefined;
}) {
  const [most, least] = [Math.max(0.5, ...line), Math.min(-0.5, ...line)];
  const x = (part: number): number => part * WIDTH;
  const y = (percent: number): number => PAD + ((most - percent) / (most - least)) * (HEIGHT - 2 * PAD);
  const points = line.map((percent, minute) => `${x(minute / (line.length - 1)).toFixed(1)} ${y(percent).toFixed(1)}`);
  return (
    <figure className={css.minutes}>
      {label && newsAt !== undefined && (
        <figcaption
          style={
            newsAt > 0.5
              ? { textAlign: 'end', marginInlineEnd: `${(1 - newsAt) * 100}%` }
              : { marginInlineStart: `${newsAt * 100}%` }
          }
        >
          {label}
        </figcaption>
      )}
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <line x1={0} x2={WIDTH} y1={y(0)} y2={y(0)} className={css.zero} />
        {newsAt !== undefined && <line x1={x(newsAt)} x2={x(newsAt)} y1={0} y2={HEIGHT} className={css.mark} />}
        <path d={`M${points.join('L')}`} className={css.minuteLine} />
      </svg>
      <div className={css.ends}>
        <span>09:15</span>
        <span>15:30</span>
      </div>
    </figure>
  );
}
