import { useState, type ReactNode } from 'react';
import { cx } from './class-names.ts';
import css from './zoomable.module.css';
import { lazySheet } from './lazy-part.tsx';

const PictureView = lazySheet(() => import('./picture-view.tsx'));

/** A picture that can be looked at more closely: pressed, it fills the page and can be zoomed. */
export function Zoomable({
  label,
  picture,
  children,
  className,
}: {
  /** What the picture shows. */
  readonly label: string;
  /** What is shown large. */
  readonly picture: ReactNode;
  /** What is pressed; by default the picture itself, small. */
  readonly children?: ReactNode;
  readonly className?: string | undefined;
}) {
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  return (
    <>
      <button
        type="button"
        className={cx(css.opener, className)}
        aria-label={label}
        aria-haspopup="dialog"
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        {children ?? picture}
      </button>
      {asked && (
        <PictureView open={open} onClose={() => setOpen(false)} label={label}>
          {picture}
        </PictureView>
      )}
    </>
  );
}
