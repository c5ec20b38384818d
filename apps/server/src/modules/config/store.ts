import type { Language } from '@khara/contract';
import { recordRow, type RecordedTable } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';

/** SQL of banners and fixed texts that people have written. */

type BannerText = { readonly title: string; readonly text: string };
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

/** Who agreed to something, and when. */
type Approval = { readonly maker: string; readonly checker: string; readonly at: number };

/** Of each id the banner that two people agreed to last, unless it was taken down. */
export const banners = (db: Queryable): Promise<readonly (Banner & Approval)[]> =>
  db.query<Banner & Approval>(
    'config.banners',
    `SELECT b.id, b.image, b.link, b.place, b.shown, b.texts, b.maker, b.checker, b.at
     FROM (SELECT DISTINCT ON (id) * FROM content.banner ORDER BY id, request_id DESC) b
     WHERE NOT EXISTS (SELECT FROM content.banner_down d WHERE d.request_id = b.request_id)`,
  );

/** Banners that two people agreed to, each time they did: the log answers for them. */
export const BANNERS: RecordedTable = {
  type: 'text.banner',
  table: 'content.banner',
  id: 'request_id',
  columns: ['t.id', 't.image', 't.link', 't.place', 't.shown', 't.texts', 't.maker', 't.checker', 't.at'],
};

/** Which of them one person took down. */
export const BANNERS_DOWN: RecordedTable = {
  type: 'text.banner_down',
  table: 'content.banner_down',
  id: 'request_id',
  columns: ['t.staff', 't.at'],
};

/** A banner as two people agreed to it. */
export type DecidedBanner = Banner & {
  readonly requestId: bigint;
  readonly maker: string;
  readonly checker: string;
  readonly at: number;
};

/** Writes a banner. The database looks for the request that two people agreed to. */
export async function insertBanner(tx: Tx, banner: DecidedBanner): Promise<void> {
  const { requestId, id, image, link, place, shown, texts, maker, checker, at } = banner;
  await tx.query(
    'config.insert_banner',
    `INSERT INTO content.banner (request_id, id, image, link, place, shown, texts, maker, checker, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [requestId, id, image, link, place, shown, JSON.stringify(texts), maker, checker, at],
  );
  await recordRow(tx, BANNERS, requestId, 'agreed');
}

/** Takes the newest banner of an id down; false when it is not shown, or is the release's own. */
export async function takeBannerDown(
  tx: Tx,
  { id, staff, at }: { readonly id: string; readonly staff: string; readonly at: number },
): Promise<boolean> {
  const [taken] = await tx.query<{ requestId: bigint }>(
    'config.take_banner_down',
    `INSERT INTO content.banner_down (request_id, staff, at)
     SELECT b.request_id, $2, $3 FROM (SELECT * FROM content.banner WHERE id = $1 ORDER BY request_id DESC LIMIT 1) b WHERE b.shown
     ON CONFLICT (request_id) DO NOTHING RETURNING request_id`,
    [id, staff, at],
  );
  if (taken) await recordRow(tx, BANNERS_DOWN, taken.requestId, 'taken down');
  return taken !== undefined;
}

/** The newest version of a fixed text in a language. */
export async function newestText(db: Queryable, id: string, language: Language): Promise<FixedText | undefined> {
  const rows = await db.query<{ text: FixedText }>(
    'config.newest_text',
    'SELECT texts -> $2 AS text FROM content.fixed_text WHERE id = $1 ORDER BY version DESC LIMIT 1',
    [id, language],
  );
  return rows[0]?.text;
}

export type Version = Approval & { readonly id: string; readonly version: number };

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
    'SELECT id, version, maker, checker, at FROM content.fixed_text WHERE $1::text IS NULL OR id = $1 ORDER BY version DESC',
    [id ?? null],
  );

export async function textsOfVersion(
  db: Queryable,
  id: string,
  version: number,
): Promise<Readonly<Record<Language, FixedText>> | undefined> {
  const rows = await db.query<{ texts: Readonly<Record<Language, FixedText>> }>(
    'config.texts_of_version',
    'SELECT texts FROM content.fixed_text WHERE id = $1 AND version = $2',
    [id, version],
  );
  return rows[0]?.texts;
}

/**
 * Writes a version; false when another was written meanwhile. The database looks for the request that two
 * people agreed to.
 */
export async function insertVersion(
  tx: Tx,
  version: Omit<Version, 'at'> & { readonly texts: object; readonly requestId: bigint; readonly at: number },
): Promise<boolean> {
  const rows = await tx.query(
    'config.insert_version',
    `INSERT INTO content.fixed_text (id, version, texts, request_id, maker, checker, at) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (id, version) DO NOTHING RETURNING version`,
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
