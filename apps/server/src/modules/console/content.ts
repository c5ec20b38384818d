import type { ConsoleBody, ConsoleData, Language } from '@khara/contract';
import { takeArticleDown } from '#modules/articles/index.ts';
import { toFlag, openVote } from '#modules/votes/index.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { wholePage } from '#src/kernel/page.ts';
import * as store from './store.ts';
import type { ConsoleDeps, ConsoleHandlersFor, StaffCaller } from './types.ts';
import { whyUnfit, type TextFault } from './unfit.ts';

/** Articles, which two people publish and one takes down, and votes, which one person opens. */

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

/**
 * Takes down what two people published, at once: the release's own article of that id is shown again, or none.
 * Refuses: not_found (an article that is not shown, or that no person wrote).
 */
async function takeDown(
  { db, clock }: ConsoleDeps,
  { tokenHash }: StaffCaller,
  { id }: ConsoleBody<'consoleTakeArticleDown'>,
): Promise<Result<null, 'not_found'>> {
  const at = clock.now();
  const isDown = await db.transaction(async (tx) => {
    const taken = await takeArticleDown(tx, { id, at });
    if (taken) await store.recordAct(tx, { tokenHash, action: 'article.take_down', subject: id, reason: 'review', at });
    return taken;
  });
  return isDown ? done(null) : refuse('not_found', { field: 'id' });
}

async function saveVote(
  { db, clock }: ConsoleDeps,
  { tokenHash }: StaffCaller,
  { id, closesAt, texts, options }: ConsoleBody<'consoleSaveVote'>,
): Promise<Result<null, 'already_there' | 'invalid_input' | TextFault>> {
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
        flag: country === '' ? '' : toFlag(country),
        names,
      })),
    });
    if (opened) await store.recordAct(tx, { tokenHash, action: 'vote.open', subject: id, reason: 'review', at });
    return opened;
  });
  return isOpened ? done(null) : refuse('already_there', { field: 'id' });
}

async function votes({ backOffice }: ConsoleDeps): Promise<Result<ConsoleData<'consoleVotes'>, never>> {
  const rows = await store.votes(backOffice);
  const byVote = Map.groupBy(rows, ({ id }) => id);
  const list = [...byVote.values()].map((options) => {
    const { id, title, closesAt } = options[0]!; // a group has one
    return {
      id,
      title,
      closesAt: closesAt,
      options: options.map((option) => ({
        id: option.optionId,
        name: option.optionName,
        flag: option.flag,
        votes: Number(option.votes),
      })),
    };
  });
  return done(wholePage(list));
}

export const contentHandlers = {
  consoleArticles: async ({ backOffice }) => {
    const rows = await store.articles(backOffice);
    return done(wholePage(rows.map((row) => ({ ...row, maker: row.maker ?? null, checker: row.checker ?? null }))));
  },
  consoleArticle: (deps, _caller, { id }) => article(deps, id),
  consoleTakeArticleDown: takeDown,
  consoleVotes: votes,
  consoleSaveVote: saveVote,
} satisfies ConsoleHandlersFor<
  'consoleArticles' | 'consoleArticle' | 'consoleTakeArticleDown' | 'consoleVotes' | 'consoleSaveVote'
>;
