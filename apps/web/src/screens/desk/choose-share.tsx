import { useTranslation } from '#i18n/use-translation.ts';
import { Page } from '#shell/page.tsx';
import { usePlace } from '#shell/route-context.ts';
import { Empty } from '#ui/states.tsx';

/** The middle of the desk while no share is chosen, and its ticket, which waits for one. */
export default function ChooseShare() {
  const { t } = useTranslation(['desk', 'nav']);
  return usePlace().pane?.name === 'side' ? (
    <Page title={t('order')} ground="surface">
      <Empty icon="ticket" title={t('choose')} />
    </Page>
  ) : (
    <Page title={t('nav:market')} ground="surface">
      <Empty icon="market" title={t('choose')} text={t('chooseText')} />
    </Page>
  );
}
