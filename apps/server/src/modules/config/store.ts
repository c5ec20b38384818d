import type { Language } from '@khara/contract';
import { recordRow, type RecordedTable } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';

/** SQL of banners and fixed texts that people have written. */

export type BannerText = { readonly title: string; readonly text: string };
export type Banner = {
  readonly id: string;
  /** Address below the app's own. */
  readonly image: string;
  readonly link: string;
  readonly place: number;
  readonly shown: boolean;
  readonly texts: Readonly<Record<Language, BannerText>>;
};
export type FixedText = { readonly title: string; readonly body: string };

export const banners = (db: Queryable): Promise<readonly Banner[]> =>
  db.query<Banner>('config.banners', 'select id, image, link, place, shown, texts from content.banner');

/** Banners that people have saved: the log answers for them. */
export const BANNERS: RecordedTable = {
  type: 'text.banner',
  table: 'content.banner',
  id: 'id',
  columns: ['t.image', 't.link', 't.place', 't.shown', 't.texts', 't.at'],
};

export async function saveBanner(tx: Tx, { id, image, link, place, shown, texts }: Banner, at: number): Promise<void> {
  await tx.query(
    'config.save_banner',
    `insert into content.banner (id, image, link, place, shown, texts, at) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (id) do update set image = excluded.image, link = excluded.link, place = excluded.place, shown = excluded.shown,
       texts = excluded.texts, at = excluded.at`,
    [id, image, link, place, shown, JSON.stringify(texts), at],
  );
  await recordRow(tx, BANNERS, id, shown ? 'saved' : 'hidden');
}

/** The newest version of a fixed text in a language. */
export async function newestText(db: Queryable, id: string, language: Language): Promise<FixedText | undefined> {
  const rows = await db.query<{ text: FixedText }>(
    'config.newest_text',
    'select texts -> $2 as text from content.fixed_text where id = $1 order by version desc limit 1',
    [id, language],
  );
  return rows[0]?.text;
}

export type Version = {
  readonly id: string;
  readonly version: number;
  readonly maker: string;
  readonly checker: string;
  readonly at: bigint;
};

/** What was shown as a fixed text, when, and who agreed to it: the log answers for it. */
export const FIXED_TEXT_VERSIONS: RecordedTable = {
  type: 'text.version',
  table: 'content.fixed_text',
  id: 'request_id',
  columns: ['t.id', 't.version', 't.texts', 't.maker', 't.checker', 't.at'],
};

/** Versions that two people made, the newest first; of one text, or of all. */
export const versions = (db: Queryable, id?: string): Promise<readonly Version[]> =>
  db.query<Version>(
    'config.versions',
    'select id, version, maker, checker, at from content.fixed_text where $1::text is null or id = $1 order by version desc',
    [id ?? null],
  );

export async function textsOfVersion(
  db: Queryable,
  id: string,
  version: number,
): Promise<Readonly<Record<Language, FixedText>> | undefined> {
  const rows = await db.query<{ texts: Readonly<Record<Language, FixedText>> }>(
    'config.texts_of_version',
    'select texts from content.fixed_text where id = $1 and version = $2',
    [id, version],
  );
  return rows[0]?.texts;
}

/** Writes a version; false when another was written meanwhile. The database looks for the request that two people agreed to. */
export async function insertVersion(
  tx: Tx,
  version: Omit<Version, 'at'> & { readonly texts: object; readonly requestId: bigint; readonly at: number },
): Promise<boolean> {
  const rows = await tx.query(
    'config.insert_version',
    `insert into content.fixed_text (id, version, texts, request_id, maker, checker, at) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (id, version) do nothing returning version`,
    [
      version.id,
      version.version,
      JSON.stringify(version.texts),
      version.requestId,
      version.maker,
      version.checker,
      version.at,
    ],
  );
  if (rows.length > 0) await recordRow(tx, FIXED_TEXT_VERSIONS, version.requestId, 'agreed');
  return rows.length > 0;
}
