import { publishDecidedArticle, type DecidedArticle } from '#modules/articles/index.ts';
import { done, refuse } from '#src/kernel/result.ts';
import { whyUnfitArticle } from '../unfit.ts';
import { withNotices, type Action } from './action.ts';

type Article = Pick<DecidedArticle, 'category' | 'codes' | 'published' | 'texts'>;

export const articlePublish: Action<{ readonly article: Article }> = {
  termsOf: ({ article }) => article && { article },
  subjectOf(_deps, subject, { article }) {
    if (!/^[a-z0-9-]{3,64}$/.test(subject)) return refuse('invalid_input', { field: 'subject' });
    return whyUnfitArticle(article.texts, 'payload') ?? done(subject);
  },
  async execute(tx, deps, { id, subject, terms: { article } }) {
    await publishDecidedArticle(tx, { id: subject, ...article, requestId: id, at: deps.clock.now() });
    return withNotices(deps);
  },
  decided: `
    SELECT 'article ' || a.id AS what, EXISTS (
      SELECT FROM done r WHERE r.id = a.request_id::text AND r.subject = a.id
        AND r.payload -> 'article' -> 'category' = to_jsonb(a.category) AND r.payload -> 'article' -> 'codes' = to_jsonb(a.codes)
        AND (NOT a.published OR r.payload -> 'article' -> 'published' = 'true') AND r.payload -> 'article' -> 'texts' = (
          SELECT jsonb_object_agg(t.language, jsonb_build_object('title', t.title, 'summary', t.summary, 'body', t.body))
          FROM content.article_text t WHERE t.article_id = a.id)) AS ok
    FROM content.article a WHERE a.request_id IS NOT NULL`,
};
