import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount } from '#lib/number.ts';
import { showMarketDate } from '#lib/time.ts';
import { at, href, navigateTo } from '#shell/navigation.ts';
import { Money } from '#ui/amount.tsx';
import { Button } from '#ui/button.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { cx } from '#ui/class-names.ts';
import { Card } from '#ui/card.tsx';
import { ListRow } from '#ui/row.tsx';
import { Sheet } from '#ui/sheet.tsx';
import type { MemberRecord } from './member-record.ts';
import { useShownMoney } from './use-shown-money.ts';
import css from './record.module.css';

type Pattern = MemberRecord['patterns'][number];
type Case = Pattern['cases'][number];
/** The limit that answers a pattern. */
const LIMITS = {
  larger_after_loss: 'largest_order',
  averaging_down: 'largest_order',
  winners_before_losers: 'day_loss',
  many_orders: 'day_orders',
} as const satisfies Record<Pattern['kind'], string>;
const KINDS = ['larger_after_loss', 'averaging_down', 'winners_before_losers', 'many_orders'] as const;

/** Patterns in one's own trades, each with its rule and the trades behind it. */
export function Patterns({ patterns }: { readonly patterns: readonly Pattern[] }) {
  const { t } = useTranslation('record');
  const [chosen, setChosen] = useState<Pattern>();
  const [open, setOpen] = useState<'rules' | 'cases'>();
  const close = () => setOpen(undefined);
  return (
    <Card pad={false} className={css.patterns}>
      <div className={cx(css.head, css.inset)}>
        <h2 className={css.title}>{t('patterns')}</h2>
        <TextButton onClick={() => setOpen('rules')}>{t('howFound')}</TextButton>
      </div>
      {patterns.length === 0 && <p className={cx(css.note, css.inset)}>{t('noPatterns')}</p>}
      {patterns.map((pattern) => (
        <PatternRow
          key={pattern.kind}
          pattern={pattern}
          onPress={() => {
            setChosen(pattern);
            setOpen('cases');
          }}
        />
      ))}
      <Sheet
        open={open !== undefined}
        onClose={close}
        title={open === 'cases' && chosen ? t(`pattern.${chosen.kind}`) : t('rules')}
        dock={
          open === 'cases' &&
          chosen && (
            <Button
              look="secondary"
              onClick={() => navigateTo(at('/pages/personal/limits/index', { set: LIMITS[chosen.kind] }))}
            >
              {t('setLimit')}
            </Button>
          )
        }
      >
        {open === 'cases' && chosen ? <Cases pattern={chosen} /> : <Rules />}
      </Sheet>
    </Card>
  );
}

function PatternRow({ pattern, onPress }: { readonly pattern: Pattern; readonly onPress: () => void }) {
  const { t } = useTranslation('record');
  const { kind, caseCount, chances, heldDays, result } = pattern;
  const found =
    kind === 'larger_after_loss'
      ? t('found.larger_after_loss', { cases: caseCount, chances: chances ?? caseCount })
      : kind === 'winners_before_losers'
        ? t('found.winners_before_losers', {
            winners: tenth(heldDays?.winners),
            losers: tenth(heldDays?.losers),
          })
        : t(`found.${kind}`, { count: caseCount });
  return (
    <ListRow
      title={t(`pattern.${kind}`)}
      text={found}
      value={
        result === undefined ? (
          <span className={css.quiet}>{t('noFigure')}</span>
        ) : (
          <Money coloured sign="always" value={result} />
        )
      }
      {...(kind !== 'many_orders' && { valueText: t('trades', { count: caseCount }) })} // those are days, said above
      onPress={onPress}
    />
  );
}

/** "2.4" of "2.40": a mean of days needs no more. */
const tenth = (days: string | undefined): string => (days ?? '').replace(/\.0?0$|(?<=\.\d)\d$/, '');

function Rules() {
  const { t } = useTranslation('record');
  return (
    <>
      <p className={css.rule}>{t('fiveCases')}</p>
      <dl className={css.terms}>
        {KINDS.map((kind) => (
          <div key={kind}>
            <dt>{t(`pattern.${kind}`)}</dt>
            <dd>{t(`rule.${kind}`)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Cases({ pattern }: { readonly pattern: Pattern }) {
  const { t } = useTranslation('record');
  const language = useLanguage();
  const { kind, cases, caseCount, result, others } = pattern;
  const said = useCaseText();
  return (
    <>
      <p className={css.rule}>{t(`rule.${kind}`)}</p>
      {result !== undefined && others !== undefined && (
        <dl className={css.sums}>
          <div>
            <dt>{t('together')}</dt>
            <dd>
              <Money coloured sign="always" value={result} />
            </dd>
          </div>
          <div>
            <dt>{t('others')}</dt>
            <dd>
              <Money coloured sign="always" value={others} />
            </dd>
          </div>
        </dl>
      )}
      {cases.map((one, index) => (
        <div key={`${one.order} ${index}`} className={css.case}>
          <ListRow
            chevron={false}
            title={kind === 'many_orders' ? showMarketDate(one.marketDate, language) : one.code}
            text={said(kind, one)}
            value={<Money coloured sign="always" value={one.result} />}
            {...(kind !== 'many_orders' && {
              href: href(at('/pages/personal/transaction/index', { order: one.order })),
            })}
          />
          <a
            className={css.relive}
            href={href(at('/pages/lab/day', { date: one.marketDate, code: one.code }))}
            aria-label={t('reliveOf', { code: one.code, date: showMarketDate(one.marketDate, language) })}
          >
            {t('relive')}
          </a>
        </div>
      ))}
      {cases.length < caseCount && (
        <p className={css.note}>{t('newest', { count: showCount(cases.length, language) })}</p>
      )}
    </>
  );
}

function useCaseText() {
  const { t } = useTranslation('record');
  const language = useLanguage();
  const money = useShownMoney();
  return (kind: Pattern['kind'], { marketDate, lost, times, daysHeld }: Case): string => {
    const date = showMarketDate(marketDate, language);
    if (kind === 'larger_after_loss') return t('afterLoss', { date, amount: money(lost), times: times ?? 0 });
    if (kind === 'winners_before_losers') return t('heldFor', { date, count: daysHeld ?? 0 });
    if (kind === 'many_orders') return t('ordersOn', { count: times ?? 0 });
    return date;
  };
}
