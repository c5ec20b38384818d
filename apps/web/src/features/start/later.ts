import { useSession } from '#api/session.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { KEEP } from '#shell/guard.ts';
import { here } from '#shell/location.ts';
import { at, href, navigateTo } from '#shell/navigation.ts';
import css from './later.module.css';

/** Whether a practice account is signed in, which is on this device alone until it is kept. */
export const useDeviceOnly = (): boolean =>
  useSession(({ token, userInfo }) => token !== '' && userInfo?.deviceOnly === true);

/** The page that keeps the account, and leads back here. */
const keepAndReturn = (): string => at(KEEP, { redirect: here() });

export const goToKeep = (): void => navigateTo(keepAndReturn());

/**
 * What a row gets whose page or act a practice account has only once it is kept: it is grey, says so, and a
 * tap leads to the page that keeps it. Undefined for every other account.
 */
export function useLater() {
  const { t } = useTranslation('nav');
  return useDeviceOnly()
    ? { value: t('afterKeeping'), className: css.later, 'aria-disabled': true as const, href: href(keepAndReturn()) }
    : undefined;
}
