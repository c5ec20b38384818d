import { membersAfter } from '#modules/accounts/index.ts';
import { publishDecidedArticle, type DecidedArticle } from '#modules/articles/index.ts';
import {
  applyDecidedText,
  BANNER_IMAGES,
  FIXED_TEXTS,
  fixedTextVersions,
  publishDecidedBanner,
  type DecidedBanner,
  type DecidedText,
} from '#modules/config/index.ts';
import { notifyAllMembers, type Announcement } from '#modules/notices/index.ts';
import { done, refuse } from '#src/kernel/result.ts';
import type { Tx } from '#src/ports/database.ts';
import { isAnnounced } from './store.ts';
import { whyUnfit, whyUnfitArticle } from './unfit.ts';
import { withNotices, type Action } from './action.ts';

const PAGE = 1_000;

/** Ids of all members there are. */
async function allMemberIds(tx: Tx): Promise<readonly string[]> {
  const all: string[] = [];
  for (let page = await membersAfter(tx, '', PAGE); page.length > 0; page = await membersAfter(tx, all.at(-1)!, PAGE))
    all.push(...page);
  return all;
}

/** What all readers see, in four languages. */
export const publicationActions = {
  /** An announcement brings its own id. */
  'announcement.publish': {
    termsOf: ({ announcement }) => announcement && { announcement },
    async subjectOf({ backOffice }, subject, { announcement }) {
      if (!/^[a-z0-9-]{3,64}$/.test(subject)) return refuse('invalid_input', { field: 'subject' });
      const unfit = whyUnfit(announcement, 'payload');
      if (unfit) return unfit;
      return (await isAnnounced(backOffice, subject)) ? refuse('already_there', { field: 'subject' }) : done(subject);
    },
    async execute(tx, deps, { subject, terms, maker, checker }) {
      const announcement = { id: subject, ...terms.announcement, maker, checker, at: deps.clock.now() };
      const sent = await notifyAllMembers(tx, announcement, await allMemberIds(tx));
      return sent ? withNotices(deps, sent) : { failure: 'already_there' };
    },
    decided: `
      SELECT 'announcement ' || a.id AS what, EXISTS (
        SELECT FROM done r WHERE r.subject = a.id AND r.maker = a.maker AND r.checker = a.checker
          AND r.payload -> 'announcement' -> 'texts' = a.texts) AS ok
      FROM notices.announcement a`,
  } satisfies Action<{ readonly announcement: Pick<Announcement, 'texts' | 'link'> }>,
  'text.change': {
    termsOf: ({ text }) => text && { text },
    async subjectOf({ backOffice }, subject, { text }) {
      if (!FIXED_TEXTS.includes(subject)) return refuse('not_found', { field: 'subject' });
      const unfit = whyUnfit(text.texts, 'payload');
      if (unfit) return unfit;
      const [newest] = await fixedTextVersions(backOffice, subject);
      return (newest?.version ?? 0) === text.base ? done(subject) : refuse('already_there', { field: 'payload' });
    },
    async execute(tx, deps, { id, subject, terms: { text }, maker, checker }) {
      const at = deps.clock.now();
      const version = await applyDecidedText(tx, { id: subject, ...text, requestId: id, maker, checker, at });
      return version === undefined ? { failure: 'already_there' } : withNotices(deps);
    },
    decided: `
      SELECT 'fixed text ' || t.id AS what, EXISTS (
        SELECT FROM done r WHERE r.id = t.request_id::text AND r.subject = t.id AND r.maker = t.maker AND r.checker = t.checker
          AND r.payload -> 'text' -> 'texts' = t.texts) AS ok
      FROM content.fixed_text t
      UNION ALL SELECT 'fixed text ' || r.subject, EXISTS (SELECT FROM content.fixed_text t WHERE t.request_id::text = r.id) FROM done r`,
  } satisfies Action<{ readonly text: Pick<DecidedText, 'base' | 'texts'> }>,
  'banner.publish': {
    termsOf: ({ banner }) => banner && { banner },
    subjectOf(_deps, subject, { banner: { image, place, texts } }) {
      if (!/^[A-Za-z0-9-]{3,48}$/.test(subject)) return refuse('invalid_input', { field: 'subject' });
      if (!BANNER_IMAGES.includes(image)) return refuse('invalid_input', { field: 'image' });
      if (place < 1 || place > 99) return refuse('invalid_input', { field: 'place' });
      return whyUnfit(texts, 'payload') ?? done(subject);
    },
    async execute(tx, deps, { id, subject, terms: { banner }, maker, checker }) {
      await publishDecidedBanner(tx, { id: subject, ...banner, requestId: id, maker, checker, at: deps.clock.now() });
      return withNotices(deps);
    },
    decided: `
      SELECT 'banner ' || b.id AS what, EXISTS (
        SELECT FROM done r WHERE r.id = b.request_id::text AND r.subject = b.id AND r.maker = b.maker AND r.checker = b.checker
          AND r.payload -> 'banner' = jsonb_build_object('image', b.image, 'link', b.link, 'place', b.place, 'shown', b.shown, 'texts', b.texts)) AS ok
      FROM content.banner b
      UNION ALL SELECT 'banner ' || r.subject, EXISTS (SELECT FROM content.banner b WHERE b.request_id::text = r.id) FROM done r`,
  } satisfies Action<{ readonly banner: Pick<DecidedBanner, 'image' | 'link' | 'place' | 'shown' | 'texts'> }>,
  'article.publish': {
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
  } satisfies Action<{ readonly article: Pick<DecidedArticle, 'category' | 'codes' | 'published' | 'texts'> }>,
};
