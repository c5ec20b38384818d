import { useTranslation } from '#i18n/use-translation.ts';
import { Sheet } from '#ui/sheet.tsx';
import { closeNewKey, useNewKey } from './new-key.ts';
import { SecretSheet } from './secret.tsx';
import { useMaking } from './use-making.tsx';

/** Makes a key: what it is for, whose account it is where that is asked, then its secret. One sheet at a time. */
export function MakingSheets() {
  const { t } = useTranslation('programs');
  const { isOpen, made } = useNewKey();
  const { form, proof } = useMaking('sheet');
  return (
    <>
      <Sheet open={isOpen} onClose={closeNewKey} title={t('make')}>
        {form}
      </Sheet>
      {made && <SecretSheet made={made} />}
      {proof}
    </>
  );
}
