import { EMPTY_SCREEN, readScreen, type Screen } from '@khara/rules';
import { useEffect, useState } from 'react';
import { ConditionsForm } from '#features/screener/conditions-form.tsx';
import { useSavedScreens } from '#features/screener/saved-screens.ts';
import css from '#features/screener/screener.module.css';
import { foundBy, useScreen, useScreened } from '#features/screener/use-screen.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount } from '#lib/number.ts';
import { Page } from '#shell/page.tsx';
import { Answer } from '#ui/answer.tsx';
import { Button } from '#ui/button.tsx';
import { lazySheet } from '#ui/lazy-part.tsx';
import { SkeletonRows } from '#ui/states.tsx';
import { TextButton } from '#ui/text-button.tsx';
import type from '#ui/text.module.css';

const SavedSheet = lazySheet(() => import('#features/screener/saved-sheet.tsx'));

/** The address has what a knob came to once it rests: browsers limit how often it may change. */
const REST_MS = 100;

/** The left of the screener: conditions, which count at once. */
export default function ScreenerConditions() {
  const { t } = useTranslation('screener');
  const language = useLanguage();
  const { answer, shares } = useScreened();
  const { screen: kept, conditions, set } = useScreen();
  const [draft, setDraft] = useState<Screen>();
  const [sheet, setSheet] = useState<'open' | 'closed'>();
  const name = useSavedScreens().find((one) => one.conditions === conditions)?.name ?? '';
  const count = foundBy(kept, shares).length;
  useEffect(() => {
    if (!draft) return undefined;
    const timer = setTimeout(() => {
      set(draft);
      setDraft(undefined);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [draft, set]);
  return (
    <Page
      title={t('conditions')}
      ground="surface"
      tools={conditions !== '' && <TextButton onClick={() => set(EMPTY_SCREEN)}>{t('clear')}</TextButton>}
      dock={
        <Button aria-haspopup="dialog" onClick={() => setSheet('open')}>
          {t(conditions === '' || name !== '' ? 'saved' : 'save')}
        </Button>
      }
    >
      <p role="status" className={type.unseen}>
        {answer.data && t('shares', { n: showCount(count, language), count })}
      </p>
      <div className={css.inPane}>
        <Answer of={answer} wait={<SkeletonRows rows={8} />}>
          {() => (
            <ConditionsForm
              shares={shares}
              screen={draft ?? kept}
              onChange={(change) => setDraft((now) => change(now ?? kept))}
            />
          )}
        </Answer>
      </div>
      {sheet && (
        <SavedSheet
          key={name}
          open={sheet === 'open'}
          shares={shares}
          conditions={conditions}
          name={name}
          onOpen={(text) => set(readScreen(text).screen)}
          onClose={() => setSheet('closed')}
        />
      )}
    </Page>
  );
}
