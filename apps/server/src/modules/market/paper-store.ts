import { DAY_PAPERS as NAMES, type DayPaper } from '@khara/contract';
import type { Paper } from '@khara/market-day';
import { recordRow, type RecordedTable } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';

/* SQL of the papers of closed market days. */

/** A paper is public once it is written: the log answers for each. */
export const DAY_PAPERS: RecordedTable = {
  type: 'market.paper',
  table: 'market.day_paper',
  id: 'id',
  columns: [
    "to_char(t.market_date, 'YYYY-MM-DD')",
    't.paper',
    't.rows',
    "encode(sha256(convert_to(t.csv, 'UTF8')), 'hex')",
  ],
};

/** Keeps papers of a day; one that is there already stays as it is. */
export async function keepPapers(
  tx: Tx,
  marketDate: string,
  papers: Readonly<Partial<Record<DayPaper, Paper>>>,
): Promise<void> {
  for (const paper of NAMES) {
    const made = papers[paper];
    if (!made) continue;
    const id = `${marketDate} ${paper}`;
    const fresh = await tx.query(
      'market.keep_paper',
      `INSERT INTO market.day_paper (id, market_date, paper, rows, csv) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT DO NOTHING RETURNING id`,
      [id, marketDate, paper, made.rows, made.csv],
    );
    if (fresh.length > 0) await recordRow(tx, DAY_PAPERS, id, 'written');
  }
}

export type PaperLine = {
  readonly paper: DayPaper;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
};

/** The papers of a day, without what is in them. */
export const listPapers = (db: Queryable, marketDate: string): Promise<readonly PaperLine[]> =>
  db.query(
    'market.papers_of',
    `SELECT paper, rows, octet_length(csv) AS bytes, encode(sha256(convert_to(csv, 'UTF8')), 'hex') AS sha256
     FROM market.day_paper WHERE market_date = $1`,
    [marketDate],
  );

/** A paper as it was written; undefined when there is none. */
export async function paperText(db: Queryable, marketDate: string, paper: DayPaper): Promise<string | undefined> {
  const [row] = await db.query<{ csv: string }>(
    'market.paper_text',
    'SELECT csv FROM market.day_paper WHERE market_date = $1 AND paper = $2',
    [marketDate, paper],
  );
  return row?.csv;
}

/** Market dates that have all their papers, the newest first. */
export async function paperDates(db: Queryable, limit: number): Promise<readonly string[]> {
  const rows = await db.query<{ marketDate: string }>(
    'market.paper_dates',
    `SELECT market_date FROM market.day_paper WHERE paper = 'year_range' ORDER BY market_date DESC LIMIT $1`,
    [limit],
  );
  return rows.map((row) => row.marketDate);
}

/** Closed days of which not all papers are written, oldest first. */
export const daysWithoutPapers = (
  db: Queryable,
): Promise<readonly { readonly marketDay: number; readonly marketDate: string }[]> =>
  db.query(
    'market.days_without_papers',
    `SELECT d.market_day, d.market_date FROM market.day d
     WHERE d.closed_ms IS NOT NULL
       AND EXISTS (SELECT FROM market.day_paper p WHERE p.market_date = d.market_date AND p.paper = 'bhavcopy')
       AND NOT EXISTS (SELECT FROM market.day_paper p WHERE p.market_date = d.market_date AND p.paper = 'year_range')
     ORDER BY d.market_day`,
    [],
  );
