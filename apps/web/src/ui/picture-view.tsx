import { Dialog } from '@base-ui/react/dialog';
import { useGesture } from '@use-gesture/react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTexts } from '#i18n/use-texts.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { IconButton } from './button.tsx';
import css from './picture-view.module.css';
import { onResize } from '#lib/throttle.ts';
import { useHistoryEntry } from './use-history-entry.ts';

/** Looking closer at a picture (docs/sources.md W1): from 1, where all of it is seen, to 4. */
const MIN_ZOOM = 1;
const MAX_ZOOM = 4;

/** How a picture lies in its box: its scale, and how far its middle is from the box's, in px. */
export type View = { readonly scale: number; readonly x: number; readonly y: number };
type Size = { readonly width: number; readonly height: number };
type Point = { readonly x: number; readonly y: number };

export const WHOLE: View = { scale: MIN_ZOOM, x: 0, y: 0 };

// Never minus zero.
const between = (least: number, value: number, most: number): number => Math.min(most, Math.max(least, value)) + 0;

/** Moves a picture by hand; it never leaves the box further than to its own edge. */
export function movedTo({ scale }: View, { x, y }: Point, box: Size): View {
  const [roomX, roomY] = [((scale - 1) * box.width) / 2, ((scale - 1) * box.height) / 2];
  return { scale, x: between(-roomX, x, roomX), y: between(-roomY, y, roomY) };
}

/** Zooms so that what lies under `point`, in px from the middle of the box, stays under it. */
export function zoomedTo(view: View, scale: number, point: Point, box: Size): View {
  const next = between(MIN_ZOOM, scale, MAX_ZOOM);
  const ratio = next / view.scale;
  const moved = { x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio };
  return movedTo({ ...view, scale: next }, moved, box);
}

/** One press of a button or key, and one double tap. */
const STEP = 1.5;
const TWICE = 2;
const DOUBLE_TAP_MS = 300;
/** A key moves the picture so far; px. */
const KEY_PX = 60;
/** A picture that is seen whole is put away by a pull of this many px, like a sheet. */
const PUT_AWAY_PX = 96;

/**
 * A picture over the whole page, from 1 to 4 times: by two fingers, a double tap, the wheel, keys and
 * buttons. Escape, back and the cross close it.
 */
export default function PictureView({
  open,
  onClose,
  label,
  children,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly label: string;
  readonly children: ReactNode;
}) {
  const here = useTexts('picture');
  useHistoryEntry(open && here, onClose);
  return (
    <Dialog.Root open={open && here} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal container={document.getElementById('sheets')}>
        <Dialog.Popup className={css.view} aria-label={label}>
          <Stage label={label} onClose={onClose}>
            {children}
          </Stage>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Stage({
  label,
  onClose,
  children,
}: {
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation(['picture', 'common']);
  const stage = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(WHOLE);
  const lastTap = useRef(0);

  const box = (): DOMRect => stage.current?.getBoundingClientRect() ?? new DOMRect();
  const fromMiddle = (x: number, y: number): Point => {
    const { left, top, width, height } = box();
    return { x: x - left - width / 2, y: y - top - height / 2 };
  };
  const zoom = (scale: (now: View) => number, point: Point = { x: 0, y: 0 }): void =>
    setView((now) => zoomedTo(now, scale(now), point, box()));
  const move = (to: (now: View) => Point): void => setView((now) => movedTo(now, to(now), box()));
  useEffect(() => onResize(() => setView((now) => movedTo(now, now, box()))), []);

  useGesture(
    {
      onPinch: ({ offset: [scale], origin: [x, y] }) => zoom(() => scale, fromMiddle(x, y)),
      onDrag: ({ tap, last, pinching, cancel, movement: [, down], delta: [dx, dy], xy: [x, y], timeStamp }) => {
        if (pinching) return cancel();
        if (tap) {
          const twice = timeStamp - lastTap.current < DOUBLE_TAP_MS;
          lastTap.current = twice ? 0 : timeStamp;
          if (twice) zoom(({ scale }) => (scale > MIN_ZOOM ? MIN_ZOOM : TWICE), fromMiddle(x, y));
          return undefined;
        }
        move((now) => ({ x: now.x + dx, y: now.y + dy }));
        if (last && view.scale === MIN_ZOOM && down > PUT_AWAY_PX) onClose();
        return undefined;
      },
      onWheel: ({ event, delta: [, down] }) => {
        event.preventDefault();
        // With Ctrl, and so by a touchpad's pinch, it is a pinch already.
        if (!event.ctrlKey)
          zoom(({ scale }) => scale * Math.exp(-down / 400), fromMiddle(event.clientX, event.clientY));
      },
    },
    {
      target: stage,
      eventOptions: { passive: false },
      drag: { filterTaps: true },
      pinch: { from: () => [view.scale, 0], scaleBounds: { min: MIN_ZOOM, max: MAX_ZOOM } },
    },
  );

  const press = (event: KeyboardEvent): void => {
    const moves: Readonly<Record<string, Point>> = {
      ArrowLeft: { x: KEY_PX, y: 0 },
      ArrowRight: { x: -KEY_PX, y: 0 },
      ArrowUp: { x: 0, y: KEY_PX },
      ArrowDown: { x: 0, y: -KEY_PX },
    };
    const by = moves[event.key];
    if (by) move((now) => ({ x: now.x + by.x, y: now.y + by.y }));
    else if (event.key === '+' || event.key === '=') zoom(({ scale }) => scale * STEP);
    else if (event.key === '-') zoom(({ scale }) => scale / STEP);
    else return;
    event.preventDefault();
  };

  return (
    <div className={css.frame} role="presentation" onKeyDown={press}>
      <div className={css.bar}>
        <Dialog.Title className={css.title}>{label}</Dialog.Title>
        <IconButton
          icon="minus"
          label={t('smaller')}
          aria-disabled={view.scale <= MIN_ZOOM}
          onClick={() => zoom(({ scale }) => scale / STEP)}
        />
        <span className={css.level} role="status">
          {t('level', { n: Math.round(view.scale * 100) })}
        </span>
        <IconButton
          icon="plus"
          label={t('larger')}
          aria-disabled={view.scale >= MAX_ZOOM}
          onClick={() => zoom(({ scale }) => scale * STEP)}
        />
        <IconButton icon="close" label={t('common:close')} onClick={onClose} />
      </div>
      <div ref={stage} className={css.stage} data-larger={view.scale > MIN_ZOOM || undefined}>
        <div className={css.picture} style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}>
          {children}
        </div>
      </div>
    </div>
  );
}
