import { useTranslation } from '#i18n/use-translation.ts';
import { Note } from '#ui/note.tsx';
import type { Offering } from './offering.ts';
import css from './offerings.module.css';

/** What an offer of this kind is in the real market, in one sentence. */
export function Counterpart({ kind }: Pick<Offering, 'kind'>) {
  const { t } = useTranslation('newStocks');
  return <Note className={css.notice}>{t(`counterpart.${kind}`)}</Note>;
}
