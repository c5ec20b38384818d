import type { KeyboardEvent } from 'react';
import type { Data } from '@khara/contract';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showTime } from '#lib/time.ts';
import { at, href } from '#shell/navigation.ts';
import { Empty } from '#ui/states.tsx';
import { Dot } from './teacher-sees.tsx';
import css from './board.module.css';

type Board = Data<'classBoard'>;

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Arrows walk the table, a cell at a time; into it from its edge, and not out of it. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const body = event.currentTarget.querySelector('tbody');
  if (!step || !body) return;
  const at = (event.target as HTMLElement).closest<HTMLTableCellElement>('tbody td, tbody th'); // keys are an element's
  const row = at ? (at.parentElement as HTMLTableRowElement).sectionRowIndex + step[0] : 0; // a cell stands in a row
  const next = body.rows[row]?.cells[at ? at.cellIndex + step[1] : 0];
  event.preventDefault();
  if (!next?.checkVisibility()) return;
  next.tabIndex = -1;
  next.focus();
}

/** Who is there, and each mission as a dot: done or not done. In the order of seats, and in no other. */
export function BoardTable({ board, names }: { readonly board: Board; readonly names: readonly string[] }) {
  const { t } = useTranslation(['classes', 'learn']);
  const language = useLanguage();
  const { id, list, missions } = board;
  if (list.length === 0) return <Empty inline icon="people" title={t('empty')} />;
  return (
    <div className={css.scroll} tabIndex={0} role="region" aria-label={t('bySeat')} onKeyDown={walk}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('seat')}</th>
            <th scope="col">
              {names.length > 0 ? t('nameHere') : <a href={href(at('/pages/class/slips', { id }))}>{t('loadNames')}</a>}
            </th>
            {missions.map((mission, index) => (
              <th key={mission.id} scope="col">
                <abbr title={t(`learn:missions.${mission.id}.title`)}>{index + 1}</abbr>
              </th>
            ))}
            <th scope="col" className={css.sum}>
              {t('doneHead')}
            </th>
          </tr>
        </thead>
        <tbody>
          {list.map(({ seat, done, movedAt }) => (
            <tr key={seat}>
              <td>{seat}</td>
              <th scope="row">
                {names[seat - 1] ?? '–'}
                {movedAt !== null && <small>{t('movedAt', { time: showTime(movedAt, language) })}</small>}
              </th>
              {missions.map((mission) => {
                const isDone = done.includes(mission.id);
                const name = t(`learn:missions.${mission.id}.title`);
                return (
                  <td key={mission.id}>
                    <Dot isDone={isDone} label={t(isDone ? 'isDone' : 'isNotDone', { mission: name })} />
                  </td>
                );
              })}
              <td className={css.sum}>{t('ofAll', { done: done.length, all: missions.length })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
