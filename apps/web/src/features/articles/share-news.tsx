import { useList } from '#api/use-call.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { ArticleRow } from './article-row.tsx';

/** On a share's page: articles about its company, the newest first. */
export default function ShareNews({ code }: { readonly code: string }) {
  const here = useTexts('news');
  const { t } = useTranslation('news');
  const list = useList('articles', { code }, { staleMs: 30_000 });
  const wait = <SkeletonRows rows={6} />;
  if (!here) return wait;
  return (
    <Answer of={list} wait={wait} empty={<Empty inline icon="news" title={t('empty')} />}>
      {(articles) => articles.map((article) => <ArticleRow key={article.id} article={article} />)}
    </Answer>
  );
}
