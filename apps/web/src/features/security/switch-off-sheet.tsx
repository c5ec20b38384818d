import { useTranslation } from '#i18n/use-translation.ts';
import { call } from '#api/client.ts';
import { Note } from '#ui/note.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { toast } from '#ui/toast.ts';
import { CodeForm } from './code-form.tsx';

type Props = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onSwitched: () => void;
};

/** Switches the second factor off, by the login password and a code of it. */
export function SwitchOffSheet({ open, onClose, onSwitched }: Props) {
  const { t } = useTranslation('security');
  const switchOff = async (otp: string, password: string) => {
    const result = await call('totpDisable', { otp, password });
    if (result.ok) {
      onSwitched();
      onClose();
      toast(t('isOff'));
    }
    return result;
  };
  return (
    <Sheet open={open} onClose={onClose} title={t('switchOffTitle')}>
      <Note tone="warn">{t('switchOffText')}</Note>
      <CodeForm
        key={String(open)}
        label={t('anyCode')}
        digitsOnly={false}
        asksPassword
        action={t('switchOff')}
        onCode={switchOff}
      />
    </Sheet>
  );
}
