import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';
import { vibrate } from './haptics.ts';
import { Icon } from './icons.tsx';
import { Sheet } from './sheet.tsx';
import css from './swipe-to-confirm.module.css';

const COMMIT_AT = 0.85;
const HOLD_MS = 800;
const KNOB_PX = 60;

type Props = {
  readonly tone: 'buy' | 'sell';
  /** What stands on the track: "Swipe to buy 40 CHAKRAVALA". */
  readonly label: string;
  /** What is done: "Buy 40 CHAKRAVALA". Named to screen readers and in the confirm sheet. */
  readonly action: string;
  /** What the confirm sheet repeats: order, amount. */
  readonly summary?: React.ReactNode;
  /** The form whose fields' Enter asks as a press of this does. */
  readonly form?: string | undefined;
  readonly onConfirm: () => void;
  readonly disabled?: boolean;
  readonly busy?: boolean;
};

const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * The last step before an order. Swiping commits at 85 % of the track and springs back before; holding still
 * for 800 ms fills it; a key, Enter in a field of its form, or a screen reader's press opens a confirm sheet, and so
 * does a tap under reduced motion.
 */
export function SwipeToConfirm({ tone, label, action, summary, form, onConfirm, disabled, busy }: Props) {
  const { t } = useTranslation();
  const track = useRef<HTMLButtonElement>(null);
  const [moved, setMoved] = useState(0);
  const [holding, setHolding] = useState(false);
  const [asking, setAsking] = useState(false);
  const start = useRef<{ x: number; room: number; swiped: boolean; near: boolean } | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const confirm = useRef<HTMLButtonElement>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  const off = disabled || busy;

  const finish = (confirmed: boolean) => {
    clearTimeout(timer.current);
    start.current = undefined;
    setHolding(false);
    setMoved(0);
    if (confirmed) onConfirm();
  };

  const down = (event: PointerEvent) => {
    if (off || reducedMotion() || event.button !== 0) return;
    const room = (track.current?.clientWidth ?? 0) - KNOB_PX - 8;
    start.current = { x: event.clientX, room: Math.max(room, 1), swiped: false, near: false };
    track.current?.setPointerCapture(event.pointerId);
    setHolding(true);
    timer.current = setTimeout(() => finish(true), HOLD_MS);
  };
  const move = (event: PointerEvent) => {
    const from = start.current;
    if (!from) return;
    const distance = Math.min(from.room, Math.max(0, event.clientX - from.x));
    if (distance > 10) {
      from.swiped = true;
      clearTimeout(timer.current);
      setHolding(false);
    }
    if (from.swiped) setMoved(distance);
    const near = from.swiped && distance / from.room >= COMMIT_AT;
    if (near && !from.near) vibrate('near');
    from.near = near;
  };
  const up = () => {
    const from = start.current;
    if (from) finish(from.swiped && moved / from.room >= COMMIT_AT);
  };

  return (
    <>
      <button
        ref={track}
        type={form === undefined ? 'button' : 'submit'}
        form={form}
        className={cx(css.swipe, css[tone])}
        aria-label={t('swipe.hint', { action })}
        aria-busy={busy}
        disabled={disabled}
        data-holding={holding || undefined}
        data-moving={moved > 0 || undefined}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={() => finish(false)}
        onContextMenu={(event) => event.preventDefault()}
        onClick={(event) => {
          // detail 0: a key or a screen reader pressed it, not a finger or a mouse.
          if (!off && (event.detail === 0 || reducedMotion())) setAsking(true);
        }}
      >
        <span className={css.fill} style={moved > 0 ? { transform: `translateX(${moved}px)` } : undefined} />
        <span className={css.knob} style={moved > 0 ? { transform: `translateX(${moved}px)` } : undefined}>
          {busy ? <span className={css.spinner} /> : <Icon name="forward" size={24} />}
        </span>
        <span className={css.label}>{label}</span>
      </button>
      <Sheet
        open={asking}
        onClose={() => setAsking(false)}
        title={action}
        focused={confirm}
        dock={
          <>
            <Button look="secondary" onClick={() => setAsking(false)}>
              {t('cancel')}
            </Button>
            <Button
              ref={confirm}
              look={tone}
              onKeyDown={(event) => {
                if (event.repeat) event.preventDefault(); // the key that asked is still held
              }}
              onClick={() => {
                setAsking(false);
                onConfirm();
              }}
            >
              {t('swipe.confirm')}
            </Button>
          </>
        }
      >
        {summary ?? action}
      </Sheet>
    </>
  );
}
