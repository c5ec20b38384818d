import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Rosette } from './brand.tsx';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icons.tsx';
import css from './states.module.css';

type Action = { readonly label: string; readonly onPress: () => void };

function Picture({ icon, of }: { readonly icon: IconName; readonly of: string }) {
  return (
    <span className={css.picture}>
      <Rosette className={css.rosette} of={of} />
      <span className={css.seat}>
        <Icon name={icon} size={30} />
      </span>
    </span>
  );
}

/** Nothing here: why, and one thing to do. `inline` for a part of a page instead of its whole body. */
export function Empty({
  icon,
  title,
  text,
  action,
  inline,
}: {
  readonly icon: IconName;
  readonly title: string;
  readonly text?: ReactNode;
  readonly action?: Action;
  readonly inline?: boolean;
}) {
  return (
    <div className={cx(css.state, inline && css.inline)}>
      <Picture icon={icon} of={title} />
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {action && (
        <div className={css.action}>
          <Button size="md" onClick={action.onPress}>
            {action.label}
          </Button>
        </div>
      )}
    </div>
  );
}

/** A page that did not load: its whole body is one button. `cause` is the technical reason in small print. */
export function ErrorBlock({ cause, onRetry }: { readonly cause?: string | undefined; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="alert" className={css.said}>
      <button type="button" className={cx(css.state, css.pressable)} onClick={onRetry}>
        <Picture icon="again" of={cause ?? ''} />
        <span className={css.title}>{t('retry.title')}</span>
        <span className={css.text}>{t('retry.safe')}</span>
        {cause && <span className={css.cause}>{cause}</span>}
      </button>
    </div>
  );
}

/** A part of a page that failed alone, in its own card. */
export function ErrorCard({ cause, onRetry }: { readonly cause?: string | undefined; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="alert" className={css.said}>
      <button type="button" className={css.failedCard} onClick={onRetry}>
        <Icon name="again" size={20} />
        <span>
          {t('retry.part')}
          {cause && <small>{cause}</small>}
        </span>
      </button>
    </div>
  );
}

/** Waits 200 ms before showing anything: what comes at once needs no skeleton. */
function Late({ children }: { readonly children: ReactNode }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 200);
    return () => clearTimeout(timer);
  }, []);
  return late ? children : null;
}

/** A bar of a skeleton, sized like what it stands for: `<SkeletonBar width="8rem" height="1.25rem" />`. */
export function SkeletonBar({
  width = '100%',
  height = '0.875rem',
  round,
}: {
  readonly width?: string;
  readonly height?: string;
  readonly round?: boolean;
}) {
  return <span className={cx(css.bar, round && css.round)} style={{ width, height }} />;
}

/**
 * The skeleton of a page or a part of it: hidden from screen readers, which hear "Loading" once. Appears after 200 ms.
 */
export function Skeleton({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Late>
      <div role="status" aria-label={t('loading')}>
        <div aria-hidden="true">{children}</div>
      </div>
    </Late>
  );
}

/** Rows as they will stand: a lead tile or none, two lines, a value. */
export function SkeletonRows({ rows = 6, lead }: { readonly rows?: number; readonly lead?: boolean }) {
  return (
    <Skeleton>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={css.boneRow}>
          {lead && <SkeletonBar width="38px" height="38px" round />}
          <span className={css.boneWords}>
            <SkeletonBar width="7rem" />
            <SkeletonBar width="10rem" height="0.625rem" />
          </span>
          <span className={css.boneValue}>
            <SkeletonBar width="5rem" />
            <SkeletonBar width="3.5rem" height="0.625rem" />
          </span>
        </div>
      ))}
    </Skeleton>
  );
}
