import { useLayoutEffect, useRef, type RefObject } from 'react';
import { Progress } from './progress.tsx';
import css from './toast.module.css';
import { useToast } from './toast.ts';

/**
 * The place where toasts appear: above the dock, inside the column. Both live regions stand empty, so that
 * what comes into them is spoken.
 */
export function ToastView() {
  const { shown, loading } = useToast();
  const block = useRef<HTMLDivElement>(null);
  useInertBeneath(block, loading !== undefined);
  const words = shown && (
    <div key={shown.key} className={css.toast}>
      {shown.text}
    </div>
  );
  return (
    <>
      {loading && (
        <div ref={block} className={css.block}>
          <div className={css.loader}>
            <span>{loading.text}</span>
            <Progress label={loading.text} part={loading.part} tone="current" />
          </div>
        </div>
      )}
      <div className={css.place} role="status" aria-live="polite">
        {shown && !shown.urgent && words}
      </div>
      <div className={css.place} role="alert" aria-live="assertive">
        {shown?.urgent && words}
      </div>
    </>
  );
}

/**
 * What a loader covers is out of reach of keys and screen readers, too, as long as it is shown; then the
 * focus is where it was.
 */
function useInertBeneath(cover: RefObject<HTMLElement | null>, shown: boolean): void {
  useLayoutEffect(() => {
    if (!shown) return undefined;
    const focused = document.activeElement;
    const beneath = [...(cover.current?.parentElement?.children ?? [])].filter(
      (element): element is HTMLElement =>
        element instanceof HTMLElement && element !== cover.current && !element.ariaLive && !element.inert,
    );
    for (const element of beneath) element.inert = true;
    return () => {
      for (const element of beneath) element.inert = false;
      if (focused instanceof HTMLElement && focused !== document.body) focused.focus({ preventScroll: true });
    };
  }, [cover, shown]);
}
