import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { isSignedIn } from '#api/session.ts';
import { say } from '#i18n/say.ts';
import { loginAddress } from '#shell/guard.ts';
import { navigateTo } from '#shell/navigation.ts';
import { IconButton } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';

const AlertSheet = lazy(() => import('./alert-sheet.tsx'));

type Props = { readonly code: string; readonly price: string; readonly tickSize: string };

/** A bell that opens the alerts on a price. Needs the namespace `watching`. */
export function AlertBell(props: Props) {
  const { t } = useTranslation('watching');
  const [open, setOpen] = useState(false);
  const [ever, setEver] = useState(false);
  const press = () => {
    if (!isSignedIn()) {
      toast(say('loginFirst'));
      navigateTo(loginAddress(location.hash.slice(1) || '/'));
      return;
    }
    setEver(true);
    setOpen(true);
  };
  return (
    <>
      <IconButton icon="bell" label={t('alert')} aria-haspopup="dialog" onClick={press} />
      {ever && (
        <Suspense fallback={null}>
          <AlertSheet {...props} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
