import type { ConsoleBody, ConsoleData, Language } from '@khara/contract';
import { writeArticle } from '#modules/articles/index.ts';
import { flagOf, openVote } from '#modules/votes/index.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { allOf } from './pages.ts';
import * as store from './store.ts';
import type { ConsoleDeps, ConsoleHandlersFor, StaffCaller } from './types.ts';
import { whyUnfit, whyUnfitArticle, type Unfit } from './unfit.ts';

/** Content is one person's to save: what was saved, and by whom, is in the audit. */

async function article(
  { backOffice }: ConsoleDeps,
  id: string,
): Promise<Result<ConsoleData<'consoleArticle'>, 'not_found'>> {
  const row = await store.article(backOffice, id);
  if (!row) return refuse('not_found', { field: 'id' });
  const texts = new Map((await store.articleTexts(backOffice, id)).map(({ language, ...text }) => [language, text]));
  const text = (language: Language) => texts.get(language) ?? { title: '', summary: '', body: '' };
  return done({
    id: row.id,
    category: row.category,
    published: row.published,
    codes: [...row.codes],
    texts: { en: text('en'), hi: text('hi'), 'zh-Hant': text('zh-Hant'), 'zh-Hans': text('zh-Hans') },
  });
}

async function saveArticle(
  { db, clock }: ConsoleDeps,
  { tokenHash }: StaffCaller,
  { id, category, published, codes = [], texts }: ConsoleBody<'consoleSaveArticle'>,
): Promise<Result<null, Unfit>> {
  const unfit = whyUnfitArticle(texts, 'texts');
  if (unfit) return unfit;
  const at = clock.now();
  await db.transaction(async (tx) => {
    const before = await store.article(tx, id);
    await writeArticle(tx, {
      id,
      category,
      codes,
      texts,
      published,
      at,
      source: before?.source ?? 'khara',
      cover: before?.cover ?? undefined,
      marketDate: before?.market_date ?? undefined,
      seeded: undefined, // from now on it is people's, and no file replaces it
    });
    const action = published ? 'article.save' : 'article.hide';
    await store.note(tx, { tokenHash, action, subject: id, reason: 'review', at });
  });
  return done(null);
}

async function saveVote(
  { db, clock }: ConsoleDeps,
  { tokenHash }: StaffCaller,
  { id, closesAt, texts, options }: ConsoleBody<'consoleSaveVote'>,
): Promise<Result<null, 'already_there' | 'invalid_input' | Unfit>> {
  const at = clock.now();
  if (closesAt <= at) return refuse('invalid_input', { field: 'closesAt' });
  const unfit = whyUnfit([texts, options], 'texts');
  if (unfit) return unfit;
  const isOpened = await db.transaction(async (tx) => {
    const opened = await openVote(tx, {
      id,
      closesAt,
      at,
      texts,
      options: options.map(({ country, names }, place) => ({
        id: `${id}-${place + 1}`,
        flag: country === '' ? '' : flagOf(country),
        names,
      })),
    });
    if (opened) await store.note(tx, { tokenHash, action: 'vote.open', subject: id, reason: 'review', at });
    return opened;
  });
  return isOpened ? done(null) : refuse('already_there', { field: 'id' });
}

async function votes({ backOffice }: ConsoleDeps): Promise<Result<ConsoleData<'consoleVotes'>, never>> {
  const rows = await store.votes(backOffice);
  const byVote = Map.groupBy(rows, ({ id }) => id);
  const list = [...byVote.values()].map((options) => {
    const { id, title, closes_at: closesAt } = options[0]!; // a group has one
    return {
      id,
      title,
      closesAt: Number(closesAt),
      options: options.map((option) => ({
        id: option.option_id,
        name: option.option_name,
        flag: option.flag,
        votes: Number(option.votes),
      })),
    };
  });
  return done(allOf(list));
}

export const contentHandlers = {
  consoleArticles: async ({ backOffice }) => {
    const rows = await store.articles(backOffice);
    return done(allOf(rows.map((row) => ({ ...row, at: Number(row.at) }))));
  },
  consoleArticle: (deps, _caller, { id }) => article(deps, id),
  consoleSaveArticle: saveArticle,
  consoleVotes: votes,
  consoleSaveVote: saveVote,
} satisfies ConsoleHandlersFor<
  'consoleArticles' | 'consoleArticle' | 'consoleSaveArticle' | 'consoleVotes' | 'consoleSaveVote'
>;
