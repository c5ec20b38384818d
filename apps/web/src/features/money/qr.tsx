import { create } from 'qrcode';
import { useMemo } from 'react';
import { cx } from '#ui/class-names.ts';
import css from './qr.module.css';

type Props = {
  readonly text: string;
  /** What a screen reader says of the picture. */
  readonly label: string;
  /** Stamped across the middle, on manila paper: the code survives it, a reader cannot miss it. */
  readonly stamp?: string;
};

const QUIET = 4; // modules of white around the code, as its standard asks

/** A QR code drawn as one path, dark on white in both themes: inverted ones are not read by every camera. */
export default function Qr({ text, label, stamp }: Props) {
  const { size, path } = useMemo(() => renderCode(text), [text]);
  return (
    <div className={cx(css.frame, stamp !== undefined && css.paper)}>
      <div className={css.code} role="img" aria-label={label}>
        <svg
          viewBox={`${-QUIET} ${-QUIET} ${size + 2 * QUIET} ${size + 2 * QUIET}`}
          shapeRendering="crispEdges"
          aria-hidden="true"
        >
          <path d={path} fill="currentColor" />
        </svg>
        {stamp !== undefined && (
          <span className={css.stamp} aria-hidden="true">
            {stamp}
          </span>
        )}
      </div>
    </div>
  );
}

function renderCode(text: string): { size: number; path: string } {
  const { size, data } = create(text, { errorCorrectionLevel: 'H' }).modules; // H: the stamp hides a part
  const runs: string[] = [];
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const from = x;
      while (x < size && data[y * size + x]) x += 1;
      if (x > from) runs.push(`M${from} ${y}h${x - from}v1h${from - x}z`);
    }
  }
  return { size, path: runs.join('') };
}
