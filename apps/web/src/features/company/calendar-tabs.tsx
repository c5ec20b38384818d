import { useTranslation } from '#i18n/use-translation.ts';
import { href, redirectTo } from '#shell/navigation.ts';
import { Tabs } from '#ui/choice.tsx';

/** Days on which companies publish, and days on which their shares change. */
export const CALENDARS = {
  results: '/pages/market/results/index',
  calendar: '/pages/market/calendar/index',
} as const;
type Calendar = keyof typeof CALENDARS;

/** From one calendar to the other. Needs the namespace `company`. */
export function CalendarTabs({ value }: { readonly value: Calendar }) {
  const { t } = useTranslation(['company', 'nav']);
  return (
    <Tabs
      label={t('calendars')}
      value={value}
      hrefOf={(name) => href(CALENDARS[name as Calendar])}
      onSelect={(name) => redirectTo(CALENDARS[name as Calendar])}
      items={(['results', 'calendar'] as const).map((name) => ({ value: name, label: t(`nav:${name}`) }))}
    />
  );
}
