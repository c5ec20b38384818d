import type { Language } from '@khara/contract';
import { textsFor, type Texts } from '@khara/texts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import * as store from './store.ts';
import type { FixedText } from './store.ts';

/** Texts that two people of the back office may change. The database has the same list (content.fixed_text_ids). */
export const FIXED_TEXTS: readonly string[] = ['privacy', 'terms', 'about', 'rules', 'help'];

/**
 * Ids of the texts as they are asked for, and where the release has its own. The notices that warn of fraud
 * are part of the build and cannot be edited.
 */
const PAGES: Readonly<Record<string, keyof Texts['pages']>> = {
  privacy: 'privacy',
  terms: 'terms',
  about: 'about',
  rules: 'rules',
  help: 'help',
  'block.notice': 'blockNotice',
  'placement.notice': 'placementNotice',
};
const findPage = (id: string) => (Object.hasOwn(PAGES, id) ? PAGES[id] : undefined);

/**
 * A text in a language: as people wrote it last, else as it came with the release. Undefined when there is
 * none of that id.
 */
export async function fixedText(db: Queryable, id: string, language: Language): Promise<FixedText | undefined> {
  const key = findPage(id);
  const written = FIXED_TEXTS.includes(id) ? await store.newestText(db, id, language) : undefined;
  return written ?? (key && textsFor(language).pages[key]);
}

/** What the product promises, in the order of the page. */
const PROMISES = ['Prices', 'Draws', 'Balances', 'Withdrawals', 'Orders', 'Limits', 'Programs', 'Looks'] as const;

/**
 * What the certificate says in words: that there is none, and how to check what there is. Its figures are a
 * call of their own (`certificate`). Not among the fixed texts, since it cannot be written.
 */
export function certificateText(language: Language): FixedText {
  const texts = textsFor(language).certificate;
  const promises = PROMISES.map((name) => `- **${texts[`promise${name}`]}.** ${texts[`promise${name}Check`]}`);
  return { title: texts.title, body: `${texts.none}\n\n### ${texts.promises}\n\n${promises.join('\n')}` };
}

/**
 * The text of version `version` in all languages, 0 being the release's own; undefined when there is no such
 * text or version.
 */
export async function fixedTextVersion(
  db: Queryable,
  id: string,
  version: number,
): Promise<Readonly<Record<Language, FixedText>> | undefined> {
  const key = FIXED_TEXTS.includes(id) ? findPage(id) : undefined;
  if (!key) return undefined;
  if (version > 0) return store.textsOfVersion(db, id, version);
  const of = (language: Language): FixedText => textsFor(language).pages[key];
  return { en: of('en'), hi: of('hi'), 'zh-Hant': of('zh-Hant'), 'zh-Hans': of('zh-Hans') };
}

/** What two people agreed to about a fixed text. */
export type DecidedText = {
  readonly id: string;
  /** The version that was edited. */
  readonly base: number;
  readonly texts: Readonly<Record<Language, FixedText>>;
  readonly requestId: bigint;
  readonly maker: string;
  readonly checker: string;
  readonly at: number;
};

/**
 * Applies a text that two people agreed to: writes the version after `base`, which is shown from the commit
 * on. The one way by which a fixed text changes. Answers the version; undefined when another was written in
 * between.
 */
export async function applyDecidedText(tx: Tx, { base, ...text }: DecidedText): Promise<number | undefined> {
  const [newest] = await store.versions(tx, text.id);
  if ((newest?.version ?? 0) !== base) return undefined;
  const version = base + 1;
  return (await store.insertVersion(tx, { ...text, version })) ? version : undefined;
}
