import { paise, rupees } from '@khara/money';
import { useTranslation } from '#i18n/use-translation.ts';
import { Icon } from '#ui/icons.tsx';
import { cx } from '#ui/class-names.ts';
import { Asked } from './asked.tsx';
import css from './limits.module.css';
import { useLimitWords, type LimitsNow, type OwnLimit } from './limit-words.ts';

const NEAR = 0.8;

/** A limit with what today has of it, in words and as a bar, and what was asked for. Needs `limits`. */
export function LimitRow({
  limit,
  nextDate,
  onOpen,
  onKeep,
}: {
  readonly limit: OwnLimit;
  readonly nextDate: LimitsNow['nextDate'];
  readonly onOpen: () => void;
  readonly onKeep: () => void;
}) {
  const { t } = useTranslation('limits');
  const words = useLimitWords();
  const { kind, value, used, asked } = limit;
  return (
    <div className={css.limit}>
      <button type="button" className={css.head} onClick={onOpen}>
        <b>{t(kind)}</b>
        <span className={css.value}>{words.valueOrNone(kind, value)}</span>
        <Icon name="go" size={18} />
      </button>
      {used === undefined ? (
        <p className={css.use}>{t(value === null ? 'largestNone' : 'largestText')}</p>
      ) : (
        <Use kind={kind} value={value} used={used} nextDate={nextDate} />
      )}
      {asked && (
        <Asked
          what={
            asked.value === null
              ? t('askedOff', { when: words.showStart(asked) })
              : t('asked', { value: words.showValue(kind, asked.value), when: words.showStart(asked) })
          }
          at={asked.at}
          keep={t('keep', { value: words.showValue(kind, value ?? '') })}
          onKeep={onKeep}
        />
      )}
    </div>
  );
}

/** What is left of rupees, as text. */
const minus = (value: string, used: string): string => rupees((paise(value) ?? 0n) - (paise(used) ?? 0n));

function Use({
  kind,
  value,
  used,
  nextDate,
}: {
  readonly kind: OwnLimit['kind'];
  readonly value: string | null;
  readonly used: string;
  readonly nextDate: string;
}) {
  const { t } = useTranslation('limits');
  const { showValue, showDay } = useLimitWords();
  const today = t('today', {
    used: kind === 'day_loss' && Number(used) > 0 ? `−${showValue(kind, used)}` : showValue(kind, used),
  });
  if (value === null) return <p className={css.use}>{today}</p>;
  const part = Number(used) / Number(value); // of a bar's width
  const rest = kind === 'day_orders' ? String(Number(value) - Number(used)) : minus(value, used);
  const left = part >= 1 ? t('reached', { day: showDay(nextDate) }) : t('left', { left: showValue(kind, rest) });
  return (
    <>
      <span className={cx(css.bar, part >= NEAR && css.near)} aria-hidden="true">
        <i style={{ transform: `scaleX(${Math.min(1, part)})` }} />
      </span>
      <p className={css.use}>
        <span>{today}</span>
        <span>
          {part >= NEAR && part < 1 && `${t('nearly')} · `}
          {left}
        </span>
      </p>
    </>
  );
}
