import { useLayoutEffect, useRef } from 'react';
import css from './kyc.module.css';

/** A picture on the page. `label`: what a screen reader says of it. */
export function CanvasView({ canvas, label }: { readonly canvas: HTMLCanvasElement; readonly label: string }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(canvas), [canvas]);
  return <span ref={place} role="img" aria-label={label} className={css.canvas} />;
}
