import { Progress } from './progress.tsx';
import css from './toast.module.css';
import { useToast } from './toast.ts';

/** The place where toasts appear: above the dock, inside the column. Both live regions stand empty, so that what comes into them is spoken. */
export function ToastView() {
  const { shown, loading } = useToast();
  const words = shown && (
    <div key={shown.key} className={css.toast}>
      {shown.text}
    </div>
  );
  return (
    <>
      {loading && (
        <div className={css.block}>
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
