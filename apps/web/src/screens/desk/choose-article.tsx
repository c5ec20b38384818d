import { useTranslation } from '#i18n/use-translation.ts';
import { Page } from '#shell/page.tsx';
import { Empty } from '#ui/states.tsx';

/** The middle of the desk while no article is chosen. */
export default function ChooseArticle() {
  const { t } = useTranslation(['desk', 'nav']);
  return (
    <Page title={t('nav:news')} ground="surface">
      <Empty icon="news" title={t('chooseArticle')} />
    </Page>
  );
}
