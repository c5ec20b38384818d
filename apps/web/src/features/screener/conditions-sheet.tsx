import {
  EMPTY_SCREEN,
  passesScreen,
  SCREEN_BANDS,
  SCREEN_RANGES,
  SCREEN_STAGES,
  withCondition,
  type Screen,
  type ScreenChoice,
} from '@khara/rules';
import { useState } from 'react';
import { Named } from '#features/terms/term.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount } from '#lib/number.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/choice.tsx';
import { Sheet } from '#ui/sheet.tsx';
import type from '#ui/text.module.css';
import { FIGURE_TERMS, type Screened } from './figures.ts';
import { RangeField } from './range-field.tsx';
import { useSayCondition } from './say-condition.ts';
import css from './screener.module.css';

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
  const say = useSayCondition();
  const [screen, setScreen] = useState(given);
  const count = shares.filter(({ figures }) => passesScreen(screen, figures)).length;
  const close = (): void => {
    onChange(screen);
    onClose();
  };
  const choices = {
    band: SCREEN_BANDS,
    stage: SCREEN_STAGES,
    sector: [...new Set(shares.map(({ figures }) => figures.sector))].toSorted(),
  } as const satisfies Record<ScreenChoice, readonly string[]>;
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
      {SCREEN_RANGES.map((name) => (
        <RangeField
          key={name}
          name={name}
          all={shares.flatMap(({ figures }) => figures[name] ?? []).toSorted((a, b) => a - b)}
          range={screen.ranges[name]}
          onChange={(range) => setScreen((now) => withCondition(now, name, range))}
        />
      ))}
      {(['band', 'stage', 'sector'] as const).map((name) => (
        <section key={name} className={css.choice} aria-label={t(`names.${name}`)}>
          <h3>
            <Named name={FIGURE_TERMS[name]}>{t(`names.${name}`)}</Named>
          </h3>
          <div className={css.chips}>
            {choices[name].map((value) => {
              const chosen = screen.choices[name] ?? [];
              const isOn = chosen.includes(value);
              return (
                <Chip
                  key={value}
                  on={isOn}
                  onPress={() =>
                    setScreen((now) =>
                      withCondition(now, name, isOn ? chosen.filter((one) => one !== value) : [...chosen, value]),
                    )
                  }
                >
                  {say.choice(name, value)}
                </Chip>
              );
            })}
          </div>
        </section>
      ))}
      <p className={css.note}>{t('bars')}</p>
    </Sheet>
  );
}
