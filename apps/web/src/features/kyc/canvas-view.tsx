import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import css from './kyc.module.css';

/** A picture on the page. `label`: what a screen reader says of it. */
export function CanvasView({ canvas, label }: { readonly canvas: HTMLCanvasElement; readonly label: string }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(canvas), [canvas]);
  return <span ref={place} role="img" aria-label={label} className={css.canvas} />;
}

/** The same picture a second time: a canvas stands in one place only. It is made when it is shown. */
export function CanvasImage({ canvas }: { readonly canvas: HTMLCanvasElement }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    let made: string | undefined;
    let isLeft = false;
    canvas.toBlob((blob) => {
      if (isLeft || !blob) return;
      made = URL.createObjectURL(blob);
      setAddress(made);
    });
    return () => {
      isLeft = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [canvas]);
  return address === undefined ? null : <img src={address} alt="" />;
}
