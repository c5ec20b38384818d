import { useEffect, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { isSignedIn } from '#api/session.ts';
import { say } from '#i18n/say.ts';
import { loginAddress } from '#shell/guard.ts';
import { navigateTo } from '#shell/navigation.ts';
import { usePageQuery } from '#shell/use-page-query.ts';
import { IconButton } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { lazySheet } from '#ui/lazy-part.tsx';

const AlertSheet = lazySheet(() => import('./alert-sheet.tsx'));

type Props = { readonly code: string; readonly price: string; readonly tickSize: string };

/**
 * A bell that opens the alerts on a price; with `alert=1` in the page's address they open by themselves,
 * once. Needs the namespace `watching`.
 */
export function AlertBell(props: Props) {
  const { t } = useTranslation('watching');
  const [open, setOpen] = useState(false);
  const [ever, setEver] = useState(false);
  const [query, change] = usePageQuery();
  const wanted = query.has('alert');
  const press = () => {
    if (!isSignedIn()) {
      toast(say('loginFirst'));
      navigateTo(loginAddress(location.hash.slice(1) || '/'));
      return;
    }
    setEver(true);
    setOpen(true);
  };
  useEffect(() => {
    if (!wanted) return;
    change({ alert: undefined });
    if (!isSignedIn()) return;
    setEver(true);
    setOpen(true);
  }, [wanted, change]);
  return (
    <>
      <IconButton icon="alert" label={t('alert')} aria-haspopup="dialog" onClick={press} />
      {ever && <AlertSheet {...props} open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
