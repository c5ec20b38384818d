import { useTranslation } from '#i18n/use-translation.ts';
import { href } from '#shell/navigation.ts';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icons.tsx';
import css from './lesson.module.css';

/** The questions of the console, and the page of Khara where each is answered. */
export const QUESTIONS = [
  { id: 'price', proof: '/pages/market/details?code=THEWA' },
  { id: 'wins', proof: '/pages/market/newStock/index' },
  { id: 'balance', proof: '/pages/index/customer/index?topic=certificate' },
  { id: 'withdrawal', proof: '/pages/index/rules/index' },
] as const;

export function FourQuestions() {
  const { t } = useTranslation('lesson');
  return (
    <>
      <p className={css.say}>{t('khara.lead')}</p>
      {QUESTIONS.map(({ id, proof }) => (
        <Card key={id} pad className={css.question}>
          <h3>{t(`khara.${id}.title`)}</h3>
          <dl>
            <dt>{t('khara.there')}</dt>
            <dd>{t(`khara.${id}.there`)}</dd>
            <dt>{t('khara.here')}</dt>
            <dd>{t(`khara.${id}.here`)}</dd>
          </dl>
          <a className={css.proof} href={href(proof)}>
            {t(`khara.${id}.proof`)}
            <Icon name="go" size={18} />
          </a>
        </Card>
      ))}
      <p className={css.say}>{t('khara.limits')}</p>
    </>
  );
}
