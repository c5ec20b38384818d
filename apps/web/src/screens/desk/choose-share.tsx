import { useTranslation } from '#i18n/use-translation.ts';
import { Page } from '#shell/page.tsx';
import { Empty } from '#ui/states.tsx';

/** The middle of the desk while no share is chosen. */
export default function ChooseShare() {
  const { t } = useTranslation(['desk', 'nav']);
  return (
    <Page title={t('nav:market')} ground="surface">
      <Empty icon="market" title={t('choose')} text={t('chooseText')} />
    </Page>
  );
}
