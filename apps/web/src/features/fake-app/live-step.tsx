import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { Bubble, Drawing, Head, Plate } from './drawing.tsx';
import drawn from './drawing.module.css';
import { showRupees } from './figures.ts';
import { standing, STEPS, type Choices } from './story.ts';

/** A step of the four weeks: the drawn screen, of the reader or of a member who paid. */
export function LiveStep({ place, choices }: { readonly place: number; readonly choices: Choices }) {
  const { t } = useTranslation('lesson');
  const language = useLanguage();
  const step = STEPS[place];
  if (!step) return null;
  const { own, paid, shown, asks } = standing(choices, place);
  const amount = showRupees(asks, language);
  const { id } = step;
  return (
    <Drawing what={t(`story.${id}.what`)}>
      {id === 'group' ? (
        <>
          <Head title={t('story.group.head')} note={t('story.group.note')} />
          <Bubble who={t('story.teacher')}>{t('story.group.a')}</Bubble>
          <Bubble who={t('story.member')}>{t('story.group.b')}</Bubble>
          <Bubble who={t('story.you')} mine>
            {t('story.group.c')}
          </Bubble>
          <Bubble who={t('story.helper')}>{t('story.group.d', { amount })}</Bubble>
        </>
      ) : (
        <>
          <div className={drawn.plates}>
            <Plate
              label={t(own ? 'story.balance' : 'story.theirs')}
              value={showRupees(shown, language)}
              note={t('story.typed')}
            />
            <Plate label={t('story.paidSoFar')} value={showRupees(paid, language)} />
          </div>
          <Plate alarm={place > 2} label={t(`story.${id}.head`)} note={t(`story.${id}.note`, { amount })} />
          {place > 2 && (
            <Bubble who={t(own ? 'story.you' : 'story.member')} mine>
              {t(`story.${id}.a`)}
            </Bubble>
          )}
          {place <= 2 && <Bubble who={t('story.helper')}>{t(`story.${id}.a`)}</Bubble>}
          <Bubble who={t('story.helper')}>{t(`story.${id}.b`, { amount })}</Bubble>
        </>
      )}
    </Drawing>
  );
}
