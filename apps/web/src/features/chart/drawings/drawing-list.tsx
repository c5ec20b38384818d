import type { Interval } from '@khara/contract';
import { useTranslation } from '#i18n/use-translation.ts';
import { IconButton } from '#ui/button.tsx';
import type { ChartWords } from '../chart-words.ts';
import css from '../candle-table.module.css';
import { changeDrawings, useDrawings } from './kept-drawings.ts';
import { useSayDrawing } from './say-drawing.ts';

type Props = { readonly code: string; readonly interval: Interval; readonly words: ChartWords };

/** What is drawn on a share, in words. */
export function DrawingList({ code, interval, words }: Props) {
  const { t } = useTranslation('chart');
  const { list } = useDrawings(code);
  const say = useSayDrawing(words, interval);
  if (list.length === 0) return null;
  return (
    <ul className={css.drawings} aria-label={t('drawings.list')}>
      {list.map((drawing, at) => {
        const name = say.drawing(drawing);
        return (
          <li key={at}>
            {name}
            <IconButton
              icon="trash"
              size={18}
              label={t('drawings.deleteOne', { name })}
              onClick={() => changeDrawings(code, list.toSpliced(at, 1))}
            />
          </li>
        );
      })}
    </ul>
  );
}
