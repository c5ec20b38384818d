import { useCall } from '#api/use-call.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import css from './board.module.css';

const EVERY_MS = 15_000;
const COLUMNS = 24;
const STEP = 10;
const HEIGHT = 120;
/** Where the axis ends, in per cent: the first that takes in all results. */
const ENDS = [0.1, 0.2, 0.5, 1, 2, 3, 5, 10, 20, 50];

/** Results of a class without names, as dots on one axis, with what keeping the index did. */
export function Distribution({ id }: { readonly id: string }) {
  const { t } = useTranslation('classes');
  const { data } = useCall('classResults', { id }, { refetchMs: EVERY_MS });
  const results = data?.results;
  return (
    <Card>
      <h2 className={css.head}>
        {t('whole')} <span className={css.small}>{t('noNames')}</span>
      </h2>
      {results && <Dots list={results.list.map(Number)} index={Number(results.index)} />}
      {results && (
        <p className={css.small}>
          {t('above', {
            n: results.list.filter((one) => Number(one) > Number(results.index)).length,
            all: results.list.length,
          })}
        </p>
      )}
      {results && (
        <p className={css.small}>
          {results.charges === null ? t('noGains') : t('tookOfGains', { percent: Math.round(Number(results.charges)) })}
        </p>
      )}
      <p className={css.small}>{t('hidden')}</p>
    </Card>
  );
}

const label = (percent: number): string => `${percent > 0 ? '+' : ''}${String(percent).replace('-', '−')}%`;

function Dots({ list, index }: { readonly list: readonly number[]; readonly index: number }) {
  const { t } = useTranslation('classes');
  const furthest = Math.max(...[...list, index].map(Math.abs));
  const most = ENDS.find((end) => end >= furthest) ?? Math.ceil(furthest);
  const columnOf = (percent: number): number => Math.round(((percent + most) / (2 * most)) * COLUMNS);
  const columns = Map.groupBy(list, columnOf);
  // Many with one result stand closer, so that the drawing stays low.
  const tallest = Math.max(...[...columns.values()].map((some) => some.length));
  const rise = Math.min(STEP, HEIGHT / tallest);
  const height = Math.max(4 * STEP, (tallest + 1) * rise);
  const line = columnOf(index) * STEP;
  return (
    <svg
      className={css.dots}
      viewBox={`-14 -14 ${COLUMNS * STEP + 28} ${height + 30}`}
      role="img"
      aria-label={t('chart', {
        all: list.length,
        low: label(list[0]!),
        high: label(list.at(-1)!),
        index: label(index),
      })}
    >
      <path className={css.axis} d={`M-8 ${height}h${COLUMNS * STEP + 16}`} />
      <path className={css.index} d={`M${line} ${height}V0`} />
      <text className={css.indexName} x={line} y={-4} textAnchor={line > (COLUMNS * STEP) / 2 ? 'end' : 'start'}>
        {t('kept')}
      </text>
      {[...columns].flatMap(([column, some]) =>
        some.map((_, place) => (
          <circle key={`${column} ${place}`} cx={column * STEP} cy={height - 6 - place * rise} r={4} />
        )),
      )}
      {[-most, 0, most].map((percent) => (
        <text key={percent} x={columnOf(percent) * STEP} y={height + 12} textAnchor="middle">
          {label(percent)}
        </text>
      ))}
    </svg>
  );
}
