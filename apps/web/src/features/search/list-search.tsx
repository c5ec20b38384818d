import { useTranslation } from '#i18n/use-translation.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useSpot } from '#shell/location.ts';
import type from '#ui/text.module.css';
import { SearchField } from './search-field.tsx';
import css from './search.module.css';

/** Has a filter of its own, into which the key leads. */
const SCREENER = '/pages/market/screener/index';

/** Above lists that are searched where they stand. */
export default function ListSearch() {
  const { t } = useTranslation('nav');
  const here = useTexts('search');
  const { path } = useSpot();
  return (
    <header className={css.head}>
      <h2 className={type.unseen}>{t('market')}</h2>
      {here && (
        <SearchField {...(path !== SCREENER && { keyHint: '/' })} focused={path === '/pages/index/search/index'} />
      )}
    </header>
  );
}
