import { useCallback, useContext, useRef, useState } from 'react';
import { PlaceContext } from '#shell/route-context.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Icon } from '#ui/icons.tsx';
import css from './chart-panel.module.css';
import { FailedTools } from './failed-tools.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';

const IndicatorSheet = lazyPart(() => import('./indicator-sheet.tsx'), { failed: FailedTools });

/** Opens the sheet of indicators, which comes with the first tap on it. */
export function IndicatorsButton({ count }: { readonly count: number }) {
  const { t } = useTranslation('chart');
  const [state, setState] = useState<'unopened' | 'open' | 'closed'>('unopened');
  const opener = useRef<HTMLButtonElement>(null);
  const isPane = useContext(PlaceContext)?.pane !== undefined;
  // On a phone the sheet lies over the lower half of the page: the chart ends where it begins.
  const showChart = useCallback(() => {
    if (!isPane) opener.current?.closest('section')?.querySelector('[data-panes]')?.scrollIntoView({ block: 'end' });
  }, [isPane]);
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={css.opener}
        aria-keyshortcuts="I"
        aria-haspopup="dialog"
        onClick={() => setState('open')}
      >
        <Icon name="indicators" size={18} />
        {t('indicators')}
        {count > 0 && <b>{count}</b>}
      </button>
      {state !== 'unopened' && (
        <IndicatorSheet open={state === 'open'} onClose={() => setState('closed')} onNumbers={showChart} />
      )}
    </>
  );
}
