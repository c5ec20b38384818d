import type { ReactNode, SVGProps } from 'react';
import css from './icons.module.css';

/**
 * The icon set: 24 × 24, a line of 1.7, one stroke of accent where it helps to tell icons apart. Drawn for Khara.
 * Paths marked `a` are the accent; in gold notes and pressed tabs they take the text's colour.
 */
const a = css.accent;

const shapes = {
  back: <path d="M14.5 5 7.5 12l7 7" />,
  go: <path d="m9.5 6 6 6-6 6" />,
  down: <path d="m6 9.5 6 6 6-6" />,
  up: <path d="m6 14.5 6-6 6 6" />,
  close: <path d="m6.5 6.5 11 11m0-11-11 11" />,
  plus: <path d="M12 5.5v13M5.5 12h13" />,
  minus: <path d="M5.5 12h13" />,
  check: <path d="m5 12.6 4.6 4.6L19 7.4" />,
  search: (
    <>
      <circle cx="11" cy="11" r="6.2" />
      <path d="m15.7 15.7 4.3 4.3" />
    </>
  ),
  bell: (
    <>
      <path d="M6.2 16.6v-5.4a5.8 5.8 0 0 1 11.6 0v5.4l1.4 1.6H4.8z" />
      <path d="M10 20.6a2.1 2.1 0 0 0 4 0" />
    </>
  ),
  alert: (
    <>
      <path d="M6.2 16.6v-5.4a5.8 5.8 0 0 1 11.6 0v5.4l1.4 1.6H4.8z" />
      <path d="M10 20.6a2.1 2.1 0 0 0 4 0M12 9v5M9.5 11.5h5" />
    </>
  ),
  headset: (
    <>
      <path d="M4.6 14.4v-2.2a7.4 7.4 0 0 1 14.8 0v2.2" />
      <rect x="3.4" y="13" width="4" height="6" rx="1.9" />
      <rect x="16.6" y="13" width="4" height="6" rx="1.9" />
      <path d="M18.6 19c0 1.4-1.7 2-4.2 2" />
    </>
  ),
  eye: (
    <>
      <path d="M2.8 12S6.2 6 12 6s9.2 6 9.2 6-3.4 6-9.2 6-9.2-6-9.2-6z" />
      <circle cx="12" cy="12" r="2.7" />
    </>
  ),
  eyeOff: (
    <>
      <path d="M2.8 12S6.2 6 12 6s9.2 6 9.2 6-3.4 6-9.2 6-9.2-6-9.2-6z" />
      <circle cx="12" cy="12" r="2.7" />
      <path d="M4.6 19.4 19.4 4.6" />
    </>
  ),
  recharge: (
    <>
      <path d="M12 4v11m-4.4-4.2L12 15.2l4.4-4.4" />
      <path d="M4.5 16.5v2a1.8 1.8 0 0 0 1.8 1.8h11.4a1.8 1.8 0 0 0 1.8-1.8v-2" />
    </>
  ),
  withdraw: (
    <>
      <path d="M12 15.4V4.4M7.6 8.6 12 4.2l4.4 4.4" />
      <path d="M4.5 16.5v2a1.8 1.8 0 0 0 1.8 1.8h11.4a1.8 1.8 0 0 0 1.8-1.8v-2" />
    </>
  ),
  convert: <path d="M4.5 8.5h14M15 4.8l3.7 3.7L15 12.2M19.5 15.5h-14M9 11.8l-3.7 3.7L9 19.2" />,
  pie: (
    <>
      <path d="M11 4.2a8 8 0 1 0 8.8 8.8H11z" />
      <path className={a} d="M14.6 3.9a8 8 0 0 1 5.5 5.5h-5.5z" />
    </>
  ),
  list: (
    <>
      <path d="M8.5 6.5h11M8.5 12h11M8.5 17.5h11" />
      <path className={a} d="M4.6 6.5h.2M4.6 12h.2M4.6 17.5h.2" />
    </>
  ),
  ticket: (
    <>
      <path d="M3.5 8.2c0-1 .8-1.7 1.7-1.7h13.6c1 0 1.7.8 1.7 1.7v1.9a2 2 0 0 0 0 3.8v1.9c0 1-.8 1.7-1.7 1.7H5.2c-1 0-1.7-.8-1.7-1.7v-1.9a2 2 0 0 0 0-3.8z" />
      <path className={a} d="M9.2 12h5.6M12 9.2v5.6" />
    </>
  ),
  blocks: (
    <>
      <rect x="3.8" y="13" width="7.4" height="7" rx="1.6" />
      <rect x="12.8" y="13" width="7.4" height="7" rx="1.6" />
      <rect className={a} x="8.3" y="4" width="7.4" height="7" rx="1.6" />
    </>
  ),
  book: (
    <>
      <path d="M12 6.6C10.4 5.3 8 4.8 4.2 4.9v13.3c3.8-.1 6.2.4 7.8 1.7 1.6-1.3 4-1.8 7.8-1.7V4.9C16 4.8 13.6 5.3 12 6.6z" />
      <path className={a} d="M12 6.8v12.8" />
    </>
  ),
  vote: (
    <>
      <path d="M4.2 13.8h15.6v4.6c0 1-.8 1.8-1.8 1.8H6c-1 0-1.8-.8-1.8-1.8z" />
      <path d="M7 13.6V5.4c0-.8.6-1.4 1.4-1.4h7.2c.8 0 1.4.6 1.4 1.4v8.2" />
      <path className={a} d="m9.6 8.8 1.8 1.8 3.2-3.4" />
    </>
  ),
  candles: (
    <>
      <path d="M7.5 4v3.2M7.5 14.8V20M16.5 4v5.2M16.5 16.8V20" />
      <rect x="4.8" y="7.2" width="5.4" height="7.6" rx="1.3" />
      <rect className={a} x="13.8" y="9.2" width="5.4" height="7.6" rx="1.3" />
    </>
  ),
  globe: (
    <>
      <circle cx="12" cy="12" r="8.3" />
      <path d="M3.9 12h16.2M12 3.7c2.3 2.5 3.4 5.2 3.4 8.3s-1.1 5.8-3.4 8.3c-2.3-2.5-3.4-5.2-3.4-8.3s1.1-5.8 3.4-8.3z" />
    </>
  ),
  copy: (
    <>
      <rect x="8.5" y="8.5" width="11" height="11" rx="2" />
      <path d="M15.5 8.3V6.2c0-.9-.7-1.7-1.7-1.7H6.2c-.9 0-1.7.8-1.7 1.7v7.6c0 1 .8 1.7 1.7 1.7h2.1" />
    </>
  ),
  again: (
    <>
      <path d="M19.2 9.2A7.7 7.7 0 0 0 5 8.6M4.8 14.8A7.7 7.7 0 0 0 19 15.4" />
      <path d="M4.6 4.6v4.2h4.2M19.4 19.4v-4.2h-4.2" />
    </>
  ),
  info: (
    <>
      <circle cx="12" cy="12" r="8.3" />
      <path d="M12 11.2v5M12 7.8v.1" />
    </>
  ),
  warn: (
    <>
      <path d="M12 4.2 21 19.6H3z" />
      <path d="M12 10v4.6M12 17v.1" />
    </>
  ),
  seal: (
    <>
      <path d="M12 3.2l2.3 1.7 2.8-.2.9 2.7 2.4 1.6-.9 2.7.9 2.7-2.4 1.6-.9 2.7-2.8-.2L12 20.2l-2.3-1.7-2.8.2-.9-2.7-2.4-1.6.9-2.7-.9-2.7L6 7.4l.9-2.7 2.8.2z" />
      <path className={a} d="m8.6 11.9 2.3 2.3 4.5-4.7" />
    </>
  ),
  shield: (
    <>
      <path d="M12 3.8 5.2 6.3v5.2c0 4.2 2.8 7.3 6.8 8.7 4-1.4 6.8-4.5 6.8-8.7V6.3z" />
      <path className={a} d="m8.9 12 2.2 2.3 4-4.4" />
    </>
  ),
  lock: (
    <>
      <rect x="5" y="10.6" width="14" height="9.6" rx="2.4" />
      <path d="M8 10.4V8a4 4 0 0 1 8 0v2.4" />
      <path className={a} d="M12 14.2v2.4" />
    </>
  ),
  key: (
    <>
      <circle cx="8.2" cy="15.8" r="4" />
      <path d="m11.2 12.9 8-8M16.2 7.8l2.6 2.6" />
    </>
  ),
  bank: <path d="M4 9.4 12 4.5l8 4.9zM5.8 9.6v7.6M10 9.6v7.6M14 9.6v7.6M18.2 9.6v7.6M4 19.5h16" />,
  moon: <path d="M19.6 14.4A8 8 0 0 1 9.6 4.4a8 8 0 1 0 10 10z" />,
  people: (
    <>
      <circle cx="9.2" cy="8.6" r="3.3" />
      <path d="M3.2 19c.5-3.1 2.9-4.8 6-4.8s5.5 1.7 6 4.8" />
      <path className={a} d="M15.4 5.6a3.2 3.2 0 0 1 0 6M17.4 14.6c2 .6 3.2 2.2 3.5 4.4" />
    </>
  ),
  phone: (
    <>
      <rect x="7" y="3.2" width="10" height="17.6" rx="2.4" />
      <path className={a} d="M10.8 17.6h2.4" />
    </>
  ),
  star: <path d="m12 4.2 2.4 4.9 5.4.8-3.9 3.8.9 5.4-4.8-2.6-4.8 2.6.9-5.4-3.9-3.8 5.4-.8z" />,
  trend: (
    <>
      <path d="m4 16.5 5.3-5.6 3.5 3.4L20 7" />
      <path className={a} d="M15.5 6.8H20v4.5" />
    </>
  ),
  chart: (
    <>
      <path d="M4.5 4.5v13.2c0 1 .8 1.8 1.8 1.8h13.2" />
      <path className={a} d="m8 14.5 3.4-4 2.8 2.4L19 7.5" />
    </>
  ),
  gift: (
    <>
      <path d="M4.5 9h15v3.2h-15zM6 12.4h12v7.1H6zM12 9v10.4" />
      <path
        className={a}
        d="M12 8.8c-3.8.2-4.9-1.3-4.5-2.9.5-2 3.8-1.5 4.5 2.9zm0 0c3.8.2 4.9-1.3 4.5-2.9-.5-2-3.8-1.5-4.5 2.9z"
      />
    </>
  ),
  statement: (
    <>
      <path d="M6 3.9h8l4.2 4.2v10.3c0 1-.8 1.7-1.7 1.7H7.5c-.9 0-1.7-.7-1.7-1.7V4.7" />
      <path d="M13.8 4v4.3h4.3" />
      <path className={a} d="M8.8 12.2h6.4M8.8 15.6h4.4" />
    </>
  ),
  full: <path d="M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15" />,
  forward: <path d="m6 6.5 5.5 5.5L6 17.5M12.5 6.5 18 12l-5.5 5.5" />,
  delete: (
    <>
      <path d="M8.6 5.5h10c1 0 1.7.8 1.7 1.7v9.6c0 1-.8 1.7-1.7 1.7h-10L3.2 12z" />
      <path d="m11 9.5 5 5m0-5-5 5" />
    </>
  ),
  home: (
    <>
      <path d="M4.2 10.9 12 4.3l7.8 6.6v7.6c0 1-.8 1.7-1.7 1.7H5.9c-1 0-1.7-.8-1.7-1.7z" />
      <path d="M9.6 20v-5.4h4.8V20" />
    </>
  ),
  news: (
    <>
      <path d="M4 6.3C4 5.3 4.8 4.5 5.8 4.5h9.4c1 0 1.8.8 1.8 1.8v12a1.7 1.7 0 0 0 1.6 1.7H5.8A1.8 1.8 0 0 1 4 18.2z" />
      <path d="M17 9h2c.6 0 1 .5 1 1v8.4a1.6 1.6 0 0 1-1.5 1.6M7.3 8.5h6.4M7.3 12h6.4M7.3 15.5h3.6" />
    </>
  ),
  market: (
    <>
      <path d="M6.3 4.5v3M6.3 14.5V18M12 6v4M12 16v3.5M17.7 3.8v2.4M17.7 13v3.2" />
      <rect x="4.3" y="7.5" width="4" height="7" rx="1.2" />
      <rect x="10" y="10" width="4" height="6" rx="1.2" />
      <rect x="15.7" y="6.2" width="4" height="6.8" rx="1.2" />
    </>
  ),
  wallet: (
    <>
      <path d="M4 8.3c0-1.2.9-2.1 2.1-2.1h9.7c1.2 0 2.1.9 2.1 2.1v.6h.4c1 0 1.7.8 1.7 1.7v6.9c0 1-.8 1.7-1.7 1.7H6.1A2.1 2.1 0 0 1 4 17.1z" />
      <path d="M4 8.9h13.9M15.4 14.1h1.8" />
    </>
  ),
  person: (
    <>
      <circle cx="12" cy="8.3" r="3.8" />
      <path d="M4.8 19.8c.6-3.5 3.5-5.5 7.2-5.5s6.6 2 7.2 5.5" />
    </>
  ),
  clock: (
    <>
      <circle cx="12" cy="12" r="8.3" />
      <path className={a} d="M12 7.4V12l3 2" />
    </>
  ),
  offline: (
    <>
      <path d="M4 9.5a12 12 0 0 1 16 0M7 13a7.4 7.4 0 0 1 10 0M12 17.5v.1" />
      <path d="M4.6 19.4 19.4 4.6" />
    </>
  ),
} as const satisfies Record<string, ReactNode>;

export type IconName = keyof typeof shapes;
type Props = Omit<SVGProps<SVGSVGElement>, 'name'> & { readonly name: IconName; readonly size?: number };

/** An icon. It is decoration unless it gets a `title`-like label from the control around it. */
export function Icon({ name, size = 24, className, ...rest }: Props) {
  return (
    <svg
      className={className ? `${css.icon} ${className}` : css.icon}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      {...rest}
    >
      {shapes[name]}
    </svg>
  );
}

/** The triangle beside a direction. */
export function Triangle({ direction }: { readonly direction: 'up' | 'down' }) {
  return (
    <svg className={css.triangle} viewBox="0 0 8 8" aria-hidden="true">
      <path d={direction === 'up' ? 'M4 1.1 7.6 7H.4z' : 'M4 6.9.4 1h7.2z'} />
    </svg>
  );
}
