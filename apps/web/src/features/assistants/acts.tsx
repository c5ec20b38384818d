import { useState } from 'react';
import { indiaFields, useMarketClock } from '#api/market-clock.ts';
import { useCall } from '#api/use-call.ts';
import { useOrderSheets } from '#features/orders/use-order-sheets.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showMoney, showPrice } from '#lib/number.ts';
import { saveFile } from '#lib/save-file.ts';
import { showMarketDate, showMarketTime } from '#lib/time.ts';
import { Answer } from '#ui/answer.tsx';
import { SectionHead } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icons.tsx';
import { Note } from '#ui/note.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { SkeletonRows } from '#ui/states.tsx';
import { useActWords, type Act } from './act-words.ts';
import type { Assistant } from './assistant-list.tsx';
import css from './assistants.module.css';
import { lazySheet } from '#ui/lazy-part.tsx';

// Few acts are checked.
const ActProof = lazySheet(() => import('./act-proof.tsx'));

/**
 * What assistants did on a market day or on all; each order and refusal has its proof, and so has the answer that
 * nothing is real. Needs the namespace `orders`.
 */
export function Acts({
  of: one,
  refetchMs,
}: {
  readonly of?: Pick<Assistant, 'id' | 'name'>;
  readonly refetchMs: number;
}) {
  const { t } = useTranslation(['assistants', 'orders']);
  const language = useLanguage();
  const today = useMarketClock((clock) => clock.market?.marketDate) ?? '';
  const [day, setDay] = useState<string>();
  const [shown, setShown] = useState<'day' | 'all' | 'orders'>('day');
  // A closing sheet keeps its content.
  const [proof, setProof] = useState<{ readonly act: Act; readonly open: boolean }>();
  const marketDate = day ?? today;
  const isDay = shown === 'day';
  const of = {
    ...(one && { assistant: one.id }),
    ...(isDay ? (marketDate === '' ? {} : { marketDate }) : { all: true }),
  };
  const acts = useCall('assistantActs', of, { staleMs: 0, refetchMs });
  const sheets = useOrderSheets();
  const title = one ? t('didOf', { name: one.name }) : t('did');
  return (
    <section>
      <SectionHead title={title}>
        {isDay && marketDate !== '' && (
          <label className={css.day}>
            {showMarketDate(indiaFields(`${marketDate}T00:00:00`), language)}
            <Icon name="down" size={14} />
            <input
              type="date"
              aria-label={t('marketDay')}
              value={marketDate}
              max={today}
              onClick={({ currentTarget }) => currentTarget.showPicker()}
              onChange={({ target }) => setDay(target.value === '' ? undefined : target.value)}
            />
          </label>
        )}
      </SectionHead>
      <div className={css.form}>
        <Segmented
          label={title}
          options={[
            { value: 'day', label: t('didDay') },
            { value: 'all', label: t('didAll') },
            { value: 'orders', label: t('didOrders') },
          ]}
          value={shown}
          onChange={setShown}
        />
      </div>
      <Answer of={acts} wait={<SkeletonRows rows={3} />}>
        {({ list }) => {
          const acts = shown === 'orders' ? list.filter(isOrderOrRefusal) : list;
          return acts.length === 0 ? (
            <Note>{t(isDay ? 'didNothing' : 'didNever')}</Note>
          ) : (
            <>
              <RowGroup role="list">
                {acts.map((act) => (
                  <ActRow
                    key={act.id}
                    act={act}
                    isDated={!isDay}
                    isNamed={!one}
                    onStory={sheets.history}
                    onProof={(it) => setProof({ act: it, open: true })}
                  />
                ))}
              </RowGroup>
              <div className={cx(css.form, css.row)}>
                <Button
                  look="line"
                  size="md"
                  icon="recharge"
                  onClick={() => saveActs(isDay ? marketDate : undefined, acts)}
                >
                  {t('download')}
                </Button>
              </div>
            </>
          );
        }}
      </Answer>
      <p className={cx(css.small, css.foot)}>{t('signed')}</p>
      {proof && <ActProof {...proof} onClose={() => setProof({ ...proof, open: false })} />}
      {sheets.sheets}
    </section>
  );
}

/** What is read or rehearsed is neither. */
const isOrderOrRefusal = ({ orderId, refused }: Act): boolean => orderId !== null || refused !== null;

const saveActs = (marketDate: string | undefined, acts: readonly Act[]): void =>
  saveFile(
    new Blob([JSON.stringify({ simulated: true, marketDate, acts }, null, 2)], { type: 'application/json' }),
    `khara-assistants-${marketDate ?? 'all'}.json`,
  );

function ActRow({
  act,
  isDated,
  isNamed,
  onStory,
  onProof,
}: {
  readonly act: Act;
  readonly isDated: boolean;
  readonly isNamed: boolean;
  readonly onStory: (orderId: string) => void;
  readonly onProof: (act: Act) => void;
}) {
  const { t } = useTranslation('assistants');
  const language = useLanguage();
  const words = useActWords()(act);
  const { name, marketTime, orderId, refused, reads, total, placed, answer } = act;
  const times = reads.reduce((sum, read) => sum + read.times, 0);
  const more = [
    ...(isNamed ? [name] : []),
    ...(refused === null ? [] : [refused]),
    ...(placed?.isAllowed === true ? [t('act.allowed')] : []),
    ...(placed && placed.averagePrice !== null
      ? [
          t('act.filled', {
            quantity: showCount(placed.filledQuantity, language),
            price: showPrice(placed.averagePrice, language),
          }),
        ]
      : []),
    ...(total === null ? [] : [t('act.needs', { total: showMoney(total, language) })]),
    ...(times === 0 ? [] : [t('act.times', { count: times })]),
    ...(act.act === 'asked' ? [t('act.answered')] : []),
    ...(isDated ? [showMarketDate(indiaFields(marketTime), language)] : []),
  ].join(' · ');
  const inside = (
    <>
      <b>{words}</b>
      <small>{more}</small>
    </>
  );
  return (
    <div role="listitem" className={css.act}>
      <time>{showMarketTime(indiaFields(marketTime))}</time>
      {orderId === null ? (
        <div className={css.did}>{inside}</div>
      ) : (
        <button type="button" className={css.did} onClick={() => onStory(orderId)}>
          {inside}
        </button>
      )}
      {(isOrderOrRefusal(act) || answer !== null) && (
        <button
          type="button"
          className={css.proof}
          aria-label={t('proofOf', { what: words })}
          onClick={() => onProof(act)}
        >
          <Icon name="seal" size={18} /> {t('proof')}
        </button>
      )}
    </div>
  );
}
