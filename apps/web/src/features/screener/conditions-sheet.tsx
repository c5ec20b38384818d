import { EMPTY_SCREEN, type Screen } from '@khara/rules';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount } from '#lib/number.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import type from '#ui/text.module.css';
import { ConditionsForm } from './conditions-form.tsx';
import type { Screened } from './figures.ts';
import css from './screener.module.css';
import { foundBy } from './use-screen.ts';

type Props = {
  readonly open: boolean;
  readonly shares: readonly Screened[];
  readonly screen: Screen;
  readonly onChange: (screen: Screen) => void;
  readonly onClose: () => void;
};

/** All conditions, and how many shares they leave. They count when the sheet is left. */
export default function ConditionsSheet({ open, shares, screen: given, onChange, onClose }: Props) {
  const { t } = useTranslation('screener');
  const language = useLanguage();
  const [screen, setScreen] = useState(given);
  const count = foundBy(screen, shares).length;
  const close = (): void => {
    onChange(screen);
    onClose();
  };
  return (
    <Sheet
      open={open}
      onClose={close}
      title={t('conditions')}
      dock={
        <div className={css.dock}>
          <Button look="secondary" onClick={() => setScreen(EMPTY_SCREEN)}>
            {t('clear')}
          </Button>
          <Button onClick={close}>{t('show', { n: showCount(count, language), count })}</Button>
          <p role="status" className={type.unseen}>
            {t('shares', { n: showCount(count, language), count })}
          </p>
        </div>
      }
    >
      <ConditionsForm shares={shares} screen={screen} onChange={setScreen} />
    </Sheet>
  );
}
