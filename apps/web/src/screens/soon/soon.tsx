import { useTranslation } from '#i18n/use-translation.ts';
import { goBack, reLaunch } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePlace } from '#shell/route-context.ts';
import { Empty } from '#ui/states.tsx';

/** A page that is not there yet: what will be, and the way back. */
export default function Soon() {
  const { t } = useTranslation('soon');
  const { route } = usePlace();
  if (!route.soon) return null;
  const { name, icon } = route.soon;
  return (
    <Page>
      <Empty
        icon={icon}
        title={t(`${name}Title`)}
        text={t(`${name}Text`)}
        action={route.tab ? { label: t('home'), onPress: () => reLaunch('/') } : { label: t('back'), onPress: goBack }}
      />
    </Page>
  );
}
