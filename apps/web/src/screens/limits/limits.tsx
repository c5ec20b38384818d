import { useState } from 'react';
import { sentenceGap } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { ChargesToday } from '#features/limits/charges-today.tsx';
import { Intraday } from '#features/limits/intraday.tsx';
import { LimitRow } from '#features/limits/limit-row.tsx';
import { LimitSheet } from '#features/limits/limit-sheet.tsx';
import { useLimitWords, usePauseEnd, type LimitsNow, type OwnLimit } from '#features/limits/limit-words.ts';
import css from '#features/limits/limits.module.css';
import { NotSaved } from '#features/limits/not-saved.tsx';
import { PauseSheet } from '#features/limits/pause-sheet.tsx';
import { useOwnLimits, type OwnLimitsCall } from '#features/limits/use-own-limits.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { Card } from '#ui/card.tsx';
import { Note } from '#ui/note.tsx';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { Answer } from '#ui/answer.tsx';
import { SkeletonRows } from '#ui/states.tsx';

type Opened = 'pause' | Exclude<OwnLimit['kind'], 'no_intraday'>;
const OPENED: readonly Opened[] = ['pause', 'day_loss', 'day_orders', 'largest_order'];

/** Limits that readers set for themselves. `?set=day_orders` opens one of them. */
export default function MyLimits() {
  const { t } = useTranslation(['limits', 'nav']);
  const limits = useOwnLimits();
  const [query] = usePageQuery();
  const [opened, setOpened] = useState<Opened | undefined>(() => OPENED.find((one) => one === query.get('set')));
  return (
    <Page title={t('nav:limits')} subtitle={t('subtitle')} onRefresh={limits.again}>
      <Note tone="sky" icon="lock" className={css.rule}>
        <b>{t('ruleTitle')}</b>
        {sentenceGap()}
        {t('rule')}
      </Note>
      <Answer of={limits} wait={<SkeletonRows rows={5} />}>
        {(data) => <Limits now={data} limits={limits} opened={opened} onOpen={setOpened} />}
      </Answer>
    </Page>
  );
}

type Props = {
  readonly now: LimitsNow;
  readonly limits: OwnLimitsCall;
  readonly opened: Opened | undefined;
  readonly onOpen: (opened: Opened | undefined) => void;
};

function Limits({ now, limits, opened, onOpen }: Props) {
  const { t } = useTranslation('limits');
  const words = useLimitWords();
  const pauseEnd = usePauseEnd();
  const close = () => {
    limits.forget();
    onOpen(undefined);
  };
  const numbers = now.limits.flatMap((limit) => (isNumber(limit) ? limit : []));
  const edited = numbers.find(({ kind }) => kind === opened);
  const keep = (limit: OwnLimit & { readonly kind: Exclude<Opened, 'pause'> }) => {
    const { kind, value } = limit;
    if (value === null) return;
    const of = kind === 'day_orders' ? { orders: value } : { amount: value };
    void limits.set({ kind, ...of }, t('kept', { value: words.showValue(kind, value) }));
  };
  return (
    <>
      <Card pad={false}>
        {numbers.map((limit) => (
          <LimitRow
            key={limit.kind}
            limit={limit}
            nextDate={now.nextDate}
            onOpen={() => onOpen(limit.kind)}
            onKeep={() => keep(limit)}
          />
        ))}
        <ChargesToday day={now.marketDate} />
      </Card>
      <RowGroup>
        <Intraday now={now} limits={limits} />
        <ListRow
          title={t('pause')}
          text={now.pause ? t('pausedUntil', { when: pauseEnd(now.pause) }) : t('pauseText')}
          value={t(now.pause ? 'pauseOn' : 'pauseOff')}
          onPress={() => onOpen('pause')}
        />
      </RowGroup>
      <p className={css.foot}>{t('selling')}</p>
      {limits.notSaved && opened === undefined && <NotSaved />}
      {limits.unreached && <p className={css.foot}>{t('asOf', { at: words.showMoment(now.at) })}</p>}
      {edited && (
        <LimitSheet
          key={edited.kind}
          limit={edited}
          looser={now.looser}
          busy={limits.busy}
          notSaved={limits.notSaved}
          onClose={close}
          onSet={limits.set}
        />
      )}
      {opened === 'pause' && (
        <PauseSheet now={now} busy={limits.busy} notSaved={limits.notSaved} onClose={close} onPause={limits.pause} />
      )}
    </>
  );
}

const isNumber = (limit: OwnLimit): limit is OwnLimit & { readonly kind: Exclude<Opened, 'pause'> } =>
  limit.kind !== 'no_intraday';
