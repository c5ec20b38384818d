import { useTranslation } from '#i18n/use-translation.ts';
import { reLaunch } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { Empty } from '#ui/states.tsx';

/** For an address without a page: says so, and leads home. */
export default function NotFound() {
  const { t } = useTranslation('notFound');
  return (
    <Page>
      <Empty
        icon="search"
        title={t('title')}
        text={t('text')}
        action={{ label: t('home'), onPress: () => reLaunch('/') }}
      />
    </Page>
  );
}
