import css from './toast.module.css';
import { useToast } from './toast.ts';

/** The place where toasts appear: above the dock, inside the column. Both live regions stand empty, so that what comes into them is spoken. */
export function ToastView() {
  const { shown } = useToast();
  const words = shown && (
    <div key={shown.key} className={css.toast}>
      {shown.kind === 'loading' && <span className={css.spinner} />}
      {shown.text}
    </div>
  );
  return (
    <>
      {shown?.kind === 'loading' && <div className={css.block} />}
      <div className={css.place} role="status" aria-live="polite">
        {shown && !shown.urgent && words}
      </div>
      <div className={css.place} role="alert" aria-live="assertive">
        {shown?.urgent && words}
      </div>
    </>
  );
}
