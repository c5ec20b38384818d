import { countPoints, DRAWING_TOOLS, MAX_DRAWINGS, type DrawingTool, type Interval } from '@khara/contract';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount } from '#lib/number.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Icon, type IconName } from '#ui/icons.tsx';
import { cx } from '#ui/class-names.ts';
import type from '#ui/text.module.css';
import { toast } from '#ui/toast.ts';
import type { ChartWords } from '../chart-words.ts';
import type { RenderedChart } from '../render-chart.ts';
import type { Place } from './drawings.ts';
import css from './drawing-tools.module.css';
import { useDrawings } from './kept-drawings.ts';
import { useSayDrawing } from './say-drawing.ts';
import { useDrawing } from './use-drawing.ts';

const ICONS: Readonly<Record<DrawingTool, IconName>> = {
  trend: 'segment',
  level: 'level',
  ray: 'ray',
  fibonacci: 'fibonacci',
  measure: 'measure',
};
const KEYS: Partial<Record<DrawingTool, string>> = { trend: 'D', level: 'H', ray: 'R' };

type Props = {
  readonly code: string;
  readonly interval: Interval;
  readonly words: ChartWords;
  readonly canvas: RefObject<HTMLElement | null>;
  readonly chart: RenderedChart | undefined;
  /** Beside the chart, where it has a pane or the whole screen; else over the dock of the page. */
  readonly isColumn: boolean;
  readonly onClose: () => void;
};

/** The tools, what they say, and what they do to the drawings of a share. */
export default function DrawingTools({ code, interval, words, canvas, chart, isColumn, onClose }: Props) {
  const { t } = useTranslation(['chart', 'common']);
  const language = useLanguage();
  const { list, past, future } = useDrawings(code);
  const say = useSayDrawing(words, interval);
  const [said, setSaid] = useState('');
  const undo = useRef<HTMLButtonElement>(null);
  const drawing = useDrawing({
    code,
    canvas,
    chart,
    onSaid: (what, tool) => {
      if (!what) return setSaid('');
      const name = tool ? t(`drawings.tools.${tool}`) : '';
      const text = t(`drawings.said.${what}`, { name, n: showCount(MAX_DRAWINGS, language) });
      if (what === 'full') toast(text);
      return setSaid(text);
    },
  });
  const { tool, first, cross, pointed, selected, moved } = drawing;
  const chosen = selected === undefined ? undefined : (moved ?? list[selected]);

  // Of a drawing that needs two points, what there would be if the second were here.
  const begun = tool && first ? { tool, points: cross ? [first, cross] : [first, first] } : undefined;
  useEffect(() => {
    const shown = list.map((one, at) => (at === selected && moved ? moved : one));
    void chart
      ?.setDrawings({
        drawings: begun ? [...shown, begun] : shown,
        selected: begun ?? chosen,
        cross,
        price: words.price,
        measured: say.measured,
      })
      .catch(() => undefined);
  });

  const hint = cross
    ? say.point(cross)
    : tool
      ? t(`drawings.hint.${countPoints(tool) === 1 ? 'one' : first ? 'second' : 'first'}`, {
          name: t(`drawings.tools.${tool}`),
        })
      : chosen
        ? say.drawing(chosen)
        : t(list.length === 0 ? 'drawings.hint.tool' : 'drawings.hint.choose');

  // While a tool is on, a finger draws and does not scroll the page.
  useEffect(() => {
    const element = canvas.current;
    element?.toggleAttribute('data-tool', tool !== undefined);
    return () => element?.removeAttribute('data-tool');
  }, [canvas, tool]);

  const others = (
    <>
      <IconButton
        ref={undo}
        icon="undo"
        label={t('drawings.undo')}
        disabled={past.length === 0}
        onClick={() => drawing.step(true)}
      />
      <IconButton
        icon="redo"
        label={t('drawings.redo')}
        disabled={future.length === 0}
        onClick={() => drawing.step(false)}
      />
    </>
  );
  return (
    <>
      {pointed?.isTouch && <Loupe canvas={canvas} place={pointed} />}
      <div className={cx(css.tools, isColumn && css.column)}>
        <div className={css.hint}>
          <p>{hint}</p>
          {chosen && (
            <>
              <IconButton
                icon="copy"
                size={20}
                label={t('drawings.copy')}
                aria-keyshortcuts="Control+D"
                onClick={drawing.copy}
              />
              <IconButton
                icon="trash"
                size={20}
                label={t('drawings.delete')}
                aria-keyshortcuts="Delete"
                onClick={() => {
                  drawing.remove();
                  undo.current?.focus(); // this button goes with what was chosen
                }}
              />
            </>
          )}
        </div>
        {/* Not where a finger or a mouse is: that changes with every move. */}
        <p role="status" className={type.unseen}>
          {pointed ? '' : cross || (chosen && said === '') ? hint : said}
        </p>
        <div role="toolbar" aria-label={t('drawings.toolbar')} className={css.bar}>
          <div className={css.kinds}>
            {DRAWING_TOOLS.map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={one === tool}
                aria-keyshortcuts={KEYS[one]}
                title={t(`drawings.tools.${one}`)}
                onClick={() => drawing.choose(one === tool ? undefined : one)}
              >
                <Icon name={ICONS[one]} />
                <span>{t(`drawings.tools.${one}`)}</span>
              </button>
            ))}
          </div>
          <div className={css.others}>
            {others}
            <Button look="text" size="md" className={css.clear} disabled={list.length === 0} onClick={drawing.clear}>
              {t('drawings.clear', { n: showCount(list.length, language) })}
            </Button>
            <Button size="md" className={css.done} onClick={onClose}>
              {t('common:done')}
            </Button>
          </div>
        </div>
      </div>
    </>
  );
}

/** px of the picture under a finger, and how many times larger it is shown. */
const LOUPE = 56;
const TIMES = 2;

/** What a finger hides, in the corner that is farther from it. */
function Loupe({ canvas, place }: { readonly canvas: RefObject<HTMLElement | null>; readonly place: Place }) {
  const loupe = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    // The library draws in its next frame.
    const frame = requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const [glass, element] = [loupe.current, canvas.current];
        const ctx = glass?.getContext('2d');
        if (!glass || !element || !ctx) return;
        const box = element.getBoundingClientRect();
        const ratio = devicePixelRatio;
        glass.width = glass.height = LOUPE * TIMES * ratio;
        ctx.fillStyle = getComputedStyle(element).getPropertyValue('--surface');
        ctx.fillRect(0, 0, glass.width, glass.height);
        ctx.scale(TIMES * ratio, TIMES * ratio);
        for (const layer of element.querySelectorAll('canvas')) {
          const { left, top, width, height } = layer.getBoundingClientRect();
          if (width === 0) continue;
          const [x, y] = [left - box.left - place.x + LOUPE / 2, top - box.top - place.y + LOUPE / 2];
          ctx.drawImage(layer, x, y, width, height);
        }
      }),
    );
    return () => cancelAnimationFrame(frame);
  }, [canvas, place]);
  const isLeft = place.x > (canvas.current?.clientWidth ?? 0) / 2;
  return <canvas ref={loupe} className={css.loupe} data-left={isLeft || undefined} aria-hidden="true" />;
}
