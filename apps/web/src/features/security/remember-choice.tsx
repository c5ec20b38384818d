import { useEffect, useState } from 'react';
import { serverNow } from '#api/market-clock.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import {
  forgetRemembered,
  isRemembered,
  learnRemembered,
  remember,
  rememberedUntil,
  REMEMBER_CHOICES,
  type RememberTime,
} from '#features/transaction-password/remembered.ts';
import { useTransactionPassword } from '#features/transaction-password/use-transaction-password.tsx';
import { useLanguage } from '#lib/language.ts';
import { Card } from '#ui/card.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { showMoment } from '#lib/time.ts';
import { toast } from '#ui/toast.ts';
import css from './security.module.css';

const QUARTER_MS = 15 * 60_000;

/** The choice that is in force, as far as this page knows. */
const present = (): RememberTime =>
  !isRemembered() ? 'everyTime' : rememberedUntil() - serverNow() > QUARTER_MS ? 'session' : 'minutes15';

/** How long a correct transaction password is remembered. Remembering asks for it; forgetting never does. */
export function RememberChoice() {
  const { t } = useTranslation(['security', 'password']);
  const language = useLanguage();
  const password = useTransactionPassword();
  const [choice, setChoice] = useState<RememberTime>(present);
  const [until, setUntil] = useState(rememberedUntil);
  useEffect(() => {
    void learnRemembered().then((known) => {
      setUntil(known);
      setChoice(present());
    });
  }, []);
  const choose = async (next: RememberTime) => {
    const result =
      next === 'everyTime'
        ? await remember(undefined, next)
        : await password.confirm(
            { title: t('remember'), text: t(`password:${next}`), everyTime: true },
            (transactionPassword) => remember(transactionPassword, next),
          );
    if (!result) return;
    if (!result.ok) return toast(result.message, { urgent: true });
    if (next === 'everyTime') forgetRemembered();
    setChoice(next);
    setUntil(rememberedUntil());
    toast(next === 'everyTime' ? t('askAgain') : t('rememberedUntil', { at: showMoment(rememberedUntil(), language) }));
    return undefined;
  };
  return (
    <Card>
      <h3 className={css.cardTitle}>{t('remember')}</h3>
      <Segmented
        label={t('remember')}
        options={REMEMBER_CHOICES.map((value) => ({ value, label: t(`password:${value}`) }))}
        value={choice}
        onChange={(next) => void choose(next)}
      />
      {until > serverNow() && <p className={css.below}>{t('rememberedUntil', { at: showMoment(until, language) })}</p>}
      <p className={css.below}>{t('rememberText')}</p>
      {password.sheet}
    </Card>
  );
}
