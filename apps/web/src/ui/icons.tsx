import type { SVGProps } from 'react';
import { cx } from './class-names.ts';
import css from './icons.module.css';
import sprite from './icons.svg?url';

/**
 * The icon set: 24 × 24, a line of 1.7, one stroke of accent where it helps to tell icons apart. Drawn for
 * Khara. The drawings are in icons.svg, which the browser fetches once beside the code; a test compares the
 * names.
 */
export type IconName =
  | 'back'
  | 'go'
  | 'down'
  | 'up'
  | 'close'
  | 'plus'
  | 'minus'
  | 'assistant'
  | 'pause'
  | 'play'
  | 'check'
  | 'search'
  | 'bell'
  | 'alert'
  | 'headset'
  | 'eye'
  | 'eyeOff'
  | 'recharge'
  | 'withdraw'
  | 'convert'
  | 'pie'
  | 'list'
  | 'ticket'
  | 'blocks'
  | 'book'
  | 'vote'
  | 'candles'
  | 'globe'
  | 'copy'
  | 'again'
  | 'info'
  | 'warn'
  | 'seal'
  | 'shield'
  | 'lock'
  | 'key'
  | 'keyboard'
  | 'scales'
  | 'bank'
  | 'moon'
  | 'people'
  | 'phone'
  | 'star'
  | 'trend'
  | 'chart'
  | 'gift'
  | 'statement'
  | 'print'
  | 'full'
  | 'window'
  | 'forward'
  | 'delete'
  | 'home'
  | 'news'
  | 'market'
  | 'wallet'
  | 'person'
  | 'clock'
  | 'gear'
  | 'indicators'
  | 'draw'
  | 'segment'
  | 'level'
  | 'ray'
  | 'fibonacci'
  | 'measure'
  | 'undo'
  | 'redo'
  | 'trash'
  | 'filter'
  | 'bookmark'
  | 'columns'
  | 'calendar'
  | 'offline'
  | 'camera'
  | 'sound'
  | 'share'
  | 'send'
  | 'homeOn'
  | 'newsOn'
  | 'marketOn'
  | 'walletOn'
  | 'personOn'
  | 'starOn';

type Props = Omit<SVGProps<SVGSVGElement>, 'name'> & { readonly name: IconName; readonly size?: number };

/** An icon. It is decoration: the control around it has the words. */
export function Icon({ name, size = 24, className, ...rest }: Props) {
  return (
    <svg
      {...rest}
      className={cx(css.icon, className)}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}

export const TRIANGLE = { up: 'M4 1.1 7.6 7H.4z', down: 'M4 6.9.4 1h7.2z' } as const;

/** The triangle beside a direction. */
export function Triangle({ direction }: { readonly direction: 'up' | 'down' }) {
  return (
    <svg className={css.triangle} viewBox="0 0 8 8" aria-hidden="true">
      <path d={TRIANGLE[direction]} />
    </svg>
  );
}
