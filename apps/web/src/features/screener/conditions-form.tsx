import {
  SCREEN_BANDS,
  SCREEN_RANGES,
  SCREEN_STAGES,
  withCondition,
  type Screen,
  type ScreenChoice,
} from '@khara/rules';
import { Named } from '#features/terms/term.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { Chip } from '#ui/choice.tsx';
import { FIGURE_TERMS, type Screened } from './figures.ts';
import { RangeField } from './range-field.tsx';
import { useSayCondition } from './say-condition.ts';
import css from './screener.module.css';

type Props = {
  readonly shares: readonly Screened[];
  readonly screen: Screen;
  readonly onChange: (change: (screen: Screen) => Screen) => void;
};

/** All conditions: in the sheet of a phone, and beside the table of the desk. */
export function ConditionsForm({ shares, screen, onChange }: Props) {
  const { t } = useTranslation('screener');
  const say = useSayCondition();
  const choices = {
    band: SCREEN_BANDS,
    stage: SCREEN_STAGES,
    sector: [...new Set(shares.map(({ figures }) => figures.sector))].toSorted(),
  } as const satisfies Record<ScreenChoice, readonly string[]>;
  return (
    <>
      {SCREEN_RANGES.map((name) => (
        <RangeField
          key={name}
          name={name}
          all={shares.flatMap(({ figures }) => figures[name] ?? []).toSorted((a, b) => a - b)}
          range={screen.ranges[name]}
          onChange={(range) => onChange((now) => withCondition(now, name, range))}
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
                    onChange((now) =>
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
    </>
  );
}
