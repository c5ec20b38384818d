import { useTranslation } from '#i18n/use-translation.ts';
import { Bubble, Drawing, Head } from './drawing.tsx';
import { ITEMS, type Part } from './items.ts';

/** One screen to judge. Scams and genuine ones are drawn alike, and nothing is said before the choice. */
export function JudgeScreen({ part, place }: { readonly part: Part; readonly place: number }) {
  const { t } = useTranslation('lesson');
  const item = ITEMS[part][place];
  if (!item) return null;
  const from = t(`items.${item.id}.from`);
  return (
    <Drawing what={from}>
      <Head title={from} />
      <Bubble>{t(`items.${item.id}.says`)}</Bubble>
    </Drawing>
  );
}
