import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { cx } from '#ui/class-names.ts';
import css from './divider.module.css';
import { resize, SIZES, useSizes, type Sized } from './widths.ts';

/** Of one press of an arrow, in px. */
const STEP_PX = 16;

type Props = {
  readonly name: Sized;
  readonly label: string;
  /** Where the pane lies whose size it is. */
  readonly pane: 'before' | 'after';
  readonly upright?: boolean;
  /** Stands between landmarks: it is one by itself then, or a reader who goes by them would not find it. */
  readonly isBetween?: boolean;
};

/**
 * The border between two panes: dragged, moved by arrows, Home and End; twice pressed, or Enter, it is as it was
 * at first.
 */
export function Divider({ name, label, pane, upright = true, isBetween = false }: Props) {
  const own = useRef<HTMLDivElement>(null);
  const kept = useSizes((sizes) => sizes[name]);
  const { least, most } = SIZES[name];
  /** The size that the style sheet gives, known once the divider has the focus. */
  const [first, setFirst] = useState<number>(least);

  const paneNow = (): number => {
    const place = isBetween ? own.current?.parentElement : own.current;
    const beside = pane === 'before' ? place?.previousElementSibling : place?.nextElementSibling;
    const box = beside?.getBoundingClientRect();
    return (upright ? box?.width : box?.height) ?? least;
  };
  const grow = (px: number): void => resize(name, paneNow() + (pane === 'before' ? px : -px));
  const drag = (event: PointerEvent): void => {
    if (!own.current?.hasPointerCapture(event.pointerId)) return;
    const box = own.current.getBoundingClientRect();
    grow(upright ? event.clientX - (box.left + box.width / 2) : event.clientY - (box.top + box.height / 2));
  };
  const press = (event: KeyboardEvent): void => {
    const forward = upright ? 'ArrowRight' : 'ArrowDown';
    const back = upright ? 'ArrowLeft' : 'ArrowUp';
    if (event.key === forward) grow(STEP_PX);
    else if (event.key === back) grow(-STEP_PX);
    else if (event.key === 'Home') resize(name, least);
    else if (event.key === 'End') resize(name, most);
    else if (event.key === 'Enter') resize(name, undefined);
    else return;
    event.preventDefault();
  };
  const handle = (
    <div
      ref={own}
      className={cx(css.divider, !upright && css.flat)}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={upright ? 'vertical' : 'horizontal'}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={kept ?? first}
      onFocus={() => setFirst(Math.round(paneNow()))}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        event.preventDefault();
      }}
      onPointerMove={drag}
      onDoubleClick={() => resize(name, undefined)}
      onKeyDown={press}
    />
  );
  if (!isBetween) return handle;
  return (
    <section aria-label={label} className={css.between}>
      {handle}
    </section>
  );
}
