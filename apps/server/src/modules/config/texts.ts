import type { Language } from '@khara/contract';
import { textsFor, type Texts } from '@khara/texts';
import type { Queryable, Tx } from '../../db.ts';
import * as store from './store.ts';
import type { FixedText } from './store.ts';

/** Ids of the fixed texts as they are asked for, and where the release has its own. */
const PAGES: Readonly<Record<string, keyof Texts['pages']>> = {
  privacy: 'privacy',
  terms: 'terms',
  about: 'about',
  rules: 'rules',
  help: 'help',
  'block.notice': 'blockNotice',
  'placement.notice': 'placementNotice',
};
export const FIXED_TEXTS: readonly string[] = Object.keys(PAGES);

const pageOf = (id: string) => (Object.hasOwn(PAGES, id) ? PAGES[id] : undefined);

/** A fixed text in a language: as people wrote it last, else as it came with the release. Undefined when there is none of that id. */
export async function fixedText(db: Queryable, id: string, language: Language): Promise<FixedText | undefined> {
  const key = pageOf(id);
  return key && ((await store.newestText(db, id, language)) ?? textsFor(language).pages[key]);
}

/**
 * What the certificate says in words: that there is none, and how to check what there is. Its figures are a call of their own (`certificate`). Not among the
 * fixed texts, since nobody may write it.
 */
export function certificateText(language: Language): FixedText {
  const { title, none, verify, verifySteps } = textsFor(language).certificate;
  return { title, body: `${none}\n\n### ${verify}\n\n${verifySteps}` };
}

/** The text of version `version` in all languages, 0 being the release's own; undefined when there is no such text or version. */
export async function fixedTextVersion(
  db: Queryable,
  id: string,
  version: number,
): Promise<Readonly<Record<Language, FixedText>> | undefined> {
  const key = pageOf(id);
  if (!key) return undefined;
  if (version > 0) return store.textsOfVersion(db, id, version);
  const of = (language: Language): FixedText => textsFor(language).pages[key];
  return { en: of('en'), hi: of('hi'), 'zh-Hant': of('zh-Hant'), 'zh-Hans': of('zh-Hans') };
}

/** Writes the version after `base`. Answers it; undefined when another was written in between. */
export async function writeFixedText(
  tx: Tx,
  text: {
    readonly id: string;
    readonly base: number;
    readonly texts: Readonly<Record<Language, FixedText>>;
    readonly staff: string;
    readonly at: number;
  },
): Promise<number | undefined> {
  const { base, ...rest } = text;
  const [newest] = await store.versions(tx, text.id);
  if ((newest?.version ?? 0) !== base) return undefined;
  const version = base + 1;
  return (await store.insertVersion(tx, { ...rest, version })) ? version : undefined;
}
