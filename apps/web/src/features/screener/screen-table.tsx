import type { CSSProperties } from 'react';
import { detailsHref } from '#features/quotes/quote.ts';
import { listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showNumber, UNKNOWN } from '#lib/number.ts';
import { Percent, Price } from '#ui/amount.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icons.tsx';
import type { Column, Screened, SortKey, Sorting } from './figures.ts';
import { useSayCondition } from './say-condition.ts';
import css from './screener.module.css';

/** More columns than this are wider than the pane of a small desk. */
const MANY = 6;

type Props = {
  readonly rows: readonly Screened[];
  /** Of the rows those that meet the conditions now. */
  readonly passing: ReadonlySet<Screened>;
  readonly columns: readonly Column[];
  readonly sorting: Sorting;
  readonly onSort: (sorting: Sorting) => void;
} & Choosing;

/** Where a share is shown beside the table: which one, and how another is chosen. */
type Choosing = {
  readonly chosen?: string | undefined;
  readonly onChoose?: (code: string) => void;
};

/** Shares with their figures: a table where there is room, else each with its figures below. */
export function ScreenTable({ rows, passing, columns, sorting, onSort, chosen, onChoose }: Props) {
  const { t } = useTranslation('screener');
  const isMany = columns.length > MANY;
  const head = (key: SortKey, label: string) => {
    const isOn = sorting.key === key;
    return (
      <span
        key={key}
        role="columnheader"
        aria-sort={isOn ? (sorting.isDescending ? 'descending' : 'ascending') : 'none'}
      >
        <button type="button" onClick={() => onSort({ key, isDescending: isOn && !sorting.isDescending })}>
          {label}
          {isOn && <Icon name={sorting.isDescending ? 'down' : 'up'} size={14} />}
        </button>
      </span>
    );
  };
  return (
    // Many columns scroll sideways by themselves, so they can be reached by the keyboard.
    // oxlint-disable-next-line jsx_a11y/no-noninteractive-tabindex
    <div className={css.frame} data-many={isMany || undefined} tabIndex={isMany ? 0 : undefined}>
      <div
        role="table"
        aria-label={t('result')}
        style={{ '--columns': 2 + columns.length } as CSSProperties}
        data-walked
      >
        <div role="row" className={css.tableHead}>
          {head('code', t('code'))}
          {head('price', t('names.price'))}
          {head('change', t('today'))}
          {columns.map((column) => head(column, t(`short.${column}`)))}
        </div>
        {rows.map((row) => (
          <Row
            key={row.share.code}
            row={row}
            columns={columns}
            isGone={!passing.has(row)}
            chosen={chosen}
            {...(onChoose && { onChoose })}
          />
        ))}
      </div>
    </div>
  );
}

function Row({
  row,
  columns,
  isGone,
  chosen,
  onChoose,
}: Choosing & {
  readonly row: Screened;
  readonly columns: readonly Column[];
  readonly isGone: boolean;
}) {
  const { t } = useTranslation('screener');
  const { share } = row;
  const isChosen = share.code === chosen;
  return (
    <div role="row" className={cx(css.row, isGone && css.gone)} data-chosen={isChosen || undefined}>
      <span role="rowheader" className={css.who}>
        <a
          href={detailsHref(share.code)}
          aria-current={isChosen || undefined}
          // Keys choose what they come to; a press chooses first, and opens what is chosen.
          onFocus={({ currentTarget }) => {
            if (!isChosen && currentTarget.matches(':focus-visible')) onChoose?.(share.code);
          }}
          onClick={(event) => {
            if (!onChoose || isChosen || event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            onChoose(share.code);
          }}
        >
          <b>{share.code}</b> <small>{isGone ? listed(share.name, t('noLonger')) : share.name}</small>
        </a>
      </span>
      <span role="cell" className={css.price}>
        <Price value={share.price} />
      </span>
      <span role="cell" className={css.today}>
        <Percent value={share.changePercent} />
      </span>
      {columns.map((column) => (
        <span key={column} role="cell" className={css.figure}>
          <small aria-hidden="true">{t(`short.${column}`)}</small>
          <Figure row={row} column={column} />
        </span>
      ))}
    </div>
  );
}

/** A figure of a share; a word where there is none. */
export function Figure({ row: { share, figures }, column }: { readonly row: Screened; readonly column: Column }) {
  const { t } = useTranslation('screener');
  const language = useLanguage();
  const say = useSayCondition();
  const known = (value: string | null, suffix = ''): string =>
    value === null ? UNKNOWN : showNumber(value, language, { suffix });
  switch (column) {
    case 'pe':
      return share.words.pe ?? known(share.pe);
    case 'pb':
      return known(share.pb);
    case 'size':
      return figures.size === undefined ? UNKNOWN : showNumber(String(Math.round(figures.size / 100)), language);
    case 'growth':
      return known(share.yearGrowth, '%');
    case 'roe':
      return known(share.returnOnEquity, '%');
    case 'debt':
      return share.words.debtToEquity ?? known(share.debtToEquity);
    case 'yield':
      return figures.yield === 0 ? t('noDividend') : known(share.dividendYield, '%');
    case 'payout':
      return share.words.payout ?? known(share.payout, '%');
    case 'band':
    case 'stage':
      return say.choice(column, share[column]);
    case 'sector':
      return share.sector;
  }
}
