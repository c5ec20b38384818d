import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { CanvasView } from './canvas-view.tsx';
import css from './kyc.module.css';
import { cover, FIRST_BAR, moveBar, scaleBar } from './picture.ts';
import type { Kind } from './use-card-picture.ts';

const STEP = 0.01;
const KEYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

const percent = (part: number): string => `${part * 100}%`;

type Props = {
  readonly picture: HTMLCanvasElement;
  readonly label: string;
  readonly onUse: (covered: HTMLCanvasElement, kind: Kind) => void;
};

/**
 * Covers the first eight digits: a bar to drag, by finger, mouse or arrow keys. The picture that is used has
 * it burnt in.
 */
export function MaskView({ picture, label, onUse }: Props) {
  const { t } = useTranslation('kyc');
  const [bar, setBar] = useState(FIRST_BAR);
  const frame = useRef<HTMLDivElement>(null);
  const held = useRef<{ readonly x: number; readonly y: number } | undefined>(undefined);

  const drag = (event: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect();
    if (!held.current || !box) return;
    const [dx, dy] = [(event.clientX - held.current.x) / box.width, (event.clientY - held.current.y) / box.height];
    held.current = { x: event.clientX, y: event.clientY };
    setBar((now) => moveBar(now, dx, dy));
  };
  const press = (event: KeyboardEvent) => {
    const by = KEYS[event.key];
    if (!by) return;
    event.preventDefault();
    setBar((now) => moveBar(now, ...by));
  };
  return (
    <>
      <p className={css.maskText}>{t('maskText')}</p>
      <div ref={frame} className={css.frame} data-base-ui-swipe-ignore="">
        <CanvasView canvas={picture} label={label} />
        <button
          type="button"
          aria-label={t('maskBar')}
          className={css.bar}
          style={{
            left: percent(bar.x),
            top: percent(bar.y),
            width: percent(bar.width),
            height: percent(bar.height),
          }}
          onKeyDown={press}
          onPointerDown={(event) => {
            held.current = { x: event.clientX, y: event.clientY };
            event.currentTarget.setPointerCapture(event.pointerId);
          }}
          onPointerMove={drag}
          onPointerUp={() => {
            held.current = undefined;
          }}
          onPointerCancel={() => {
            held.current = undefined;
          }}
        />
      </div>
      <div className={css.two}>
        <Button look="line" size="md" icon="minus" onClick={() => setBar((now) => scaleBar(now, 1 / 1.15))}>
          {t('maskNarrower')}
        </Button>
        <Button look="line" size="md" icon="plus" onClick={() => setBar((now) => scaleBar(now, 1.15))}>
          {t('maskWider')}
        </Button>
      </div>
      <div className={css.stack}>
        <Button onClick={() => onUse(cover(picture, bar), 'masked')}>{t('maskUse')}</Button>
        <Button look="secondary" onClick={() => onUse(cover(picture, undefined), 'plain')}>
          {t('maskNone')}
        </Button>
      </div>
    </>
  );
}
