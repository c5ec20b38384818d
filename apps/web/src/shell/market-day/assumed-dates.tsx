import { isPublished } from '@khara/rules';
import { useTranslation } from '#i18n/use-translation.ts';
import { Note } from '#ui/note.tsx';

/** Says that a shown date goes by an assumed calendar, where it does. Needs the namespace `session`. */
export function AssumedDates({ on }: { readonly on: string | undefined }) {
  const { t } = useTranslation('session');
  if (on === undefined || isPublished(on)) return null;
  return <Note>{t('assumedDates', { year: on.slice(0, 4) })}</Note>;
}
