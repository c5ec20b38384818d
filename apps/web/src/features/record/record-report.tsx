import type { RecordPeriod } from '@khara/contract';
import { paise, percent } from '@khara/money';
import { paragraph } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { signOf } from '#lib/number.ts';
import { Term } from '#features/terms/term.tsx';
import { HeroMoney, Money, Percent } from '#ui/amount.tsx';
import { Card } from '#ui/card.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { cx } from '#ui/class-names.ts';
import type { MemberRecord } from './member-record.ts';
import { JournalParts } from './journal-parts.tsx';
import { Patterns } from './patterns.tsx';
import { RecordFigures } from './record-figures.tsx';
import { RecordLine } from './record-line.tsx';
import { ResultParts } from './result-parts.tsx';
import { useShownMoney } from './use-shown-money.ts';
import css from './record.module.css';
import '#ui/printed.css';

const PERIODS: readonly RecordPeriod[] = ['1w', '1m', '3m', 'all'];

type Props = {
  readonly record: MemberRecord;
  readonly period: RecordPeriod;
  /** The figures of another period stand until these have come. */
  readonly outdated: boolean;
  readonly onPeriod: (period: RecordPeriod) => void;
};

/** A whole record. Needs the namespace `record`. */
export function RecordReport({ record, period, outdated, onPeriod }: Props) {
  const { t } = useTranslation('record');
  const money = useShownMoney();
  const { index } = record;
  return (
    <div className={cx(outdated && css.outdated)} aria-busy={outdated} data-printed="">
      <section className={css.top}>
        <p className={css.label}>
          <Beginning record={record} />
        </p>
        <p className={css.hero}>
          <HeroMoney value={record.worth} />
        </p>
        <WentBack record={record} />
        <div className={css.tiles}>
          <Tile label={t('you')} gain={record.gain} percentage={record.moneyReturn} />
          <Tile label={t('index')} gain={index?.gain} percentage={index?.moneyReturn} isIndex />
        </div>
        <RecordLine days={record.days} began={signOf(record.began) !== 0} />
        <Segmented
          label={t('period')}
          options={PERIODS.map((value) => ({ value, label: t(`periods.${value}`) }))}
          value={period}
          onChange={onPeriod}
        />
        <p role="status" className={css.unseen}>
          {!outdated &&
            t('changed', {
              period: t(`periods.${record.period}`),
              yours: money(record.gain),
              index: money(index?.gain),
            })}
        </p>
      </section>
      <Charges record={record} />
      <RecordFigures record={record} />
      <ResultParts record={record} />
      <JournalParts record={record} />
      <Patterns patterns={record.patterns} />
      <p className={css.end}>{paragraph(t('sebiDerivatives'), t('onlyYou'))}</p>
    </div>
  );
}

/** What the worth grew from: what was there before the period, and what was put in and taken out in it. */
function Beginning({ record: { began, putIn, takenOut } }: { readonly record: MemberRecord }) {
  const { t } = useTranslation('record');
  const money = useShownMoney();
  const [hasIn, hasOut] = [signOf(putIn) !== 0, signOf(takenOut) !== 0];
  const of = { amount: money(began), in: money(putIn), out: money(takenOut) };
  if (signOf(began) === 0) {
    return hasOut ? t('putInAndOut', { amount: of.in, out: of.out }) : t('putIn', { amount: of.in });
  }
  if (hasIn) return hasOut ? t('beganPutInAndOut', of) : t('beganPutIn', of);
  return hasOut ? t('beganTakenOut', of) : t('began', of);
}

/** What a bank sent back the way it had come: no deposit and no withdrawal of the member. */
function WentBack({ record: { tookBack, cameBack } }: { readonly record: MemberRecord }) {
  const { t } = useTranslation('record');
  const money = useShownMoney();
  return (
    <>
      {tookBack !== undefined && <p className={css.label}>{t('tookBack', { amount: money(tookBack) })}</p>}
      {cameBack !== undefined && <p className={css.label}>{t('cameBack', { amount: money(cameBack) })}</p>}
    </>
  );
}

function Tile({
  label,
  gain,
  percentage,
  isIndex,
}: {
  readonly label: string;
  readonly gain: string | undefined;
  readonly percentage: string | undefined;
  readonly isIndex?: boolean;
}) {
  const { t } = useTranslation('record');
  return (
    <div className={css.tile}>
      <span className={css.key}>
        <i className={cx(css.swatch, isIndex && css.dashed)} aria-hidden="true" />
        {isIndex ? <Term name="sameInIndex">{label}</Term> : label}
      </span>
      {gain === undefined ? (
        <span className={css.none}>{t('indexNone')}</span>
      ) : (
        <b className={css.gain}>
          <Money value={gain} sign="always" coloured />
        </b>
      )}
      {percentage !== undefined && <Percent value={percentage} className={css.rate ?? ''} />}
    </div>
  );
}

/** Charges as a part of what was gained before them; without a gain left, what they were. */
function Charges({ record: { gain, gainBeforeCharges, charges } }: { readonly record: MemberRecord }) {
  const { t } = useTranslation('record');
  const money = useShownMoney();
  const [gained, paid] = [paise(gainBeforeCharges) ?? 0n, paise(charges) ?? 0n];
  if (paid <= 0n) return null;
  const isShare = signOf(gain) > 0;
  const share = percent(paid, gained).replace(/\.\d+$/, '');
  return (
    <Card>
      <h2 className={css.title}>
        {isShare ? t('chargesTook', { percent: share }) : t('chargesCost', { amount: money(charges) })}
      </h2>
      {isShare && (
        <div className={css.split} aria-hidden="true">
          <i className={css.leftPart} style={{ flexGrow: 100 - Number(share) }} />
          <i className={css.chargesPart} style={{ flexGrow: Number(share) }} />
        </div>
      )}
      <dl className={css.legend}>
        <div>
          <dt>
            {isShare && <i className={css.leftPart} aria-hidden="true" />}
            {t(isShare ? 'left' : 'before')}
          </dt>
          <dd>
            <Money value={isShare ? gain : gainBeforeCharges} />
          </dd>
        </div>
        <div>
          <dt>
            {isShare && <i className={css.chargesPart} aria-hidden="true" />}
            <Term name="chargesShare">{t('charges')}</Term>
          </dt>
          <dd>
            <Money value={charges} />
          </dd>
        </div>
      </dl>
    </Card>
  );
}
