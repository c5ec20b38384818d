import { countPoints, type Body, type DrawingTool } from '@khara/contract';
import type { Queryable } from '#src/ports/database.ts';

type Drawing = Body<'saveDrawings'>['list'][number];
export type ShareDrawings = {
  readonly revision: number;
  readonly adjustedUntil: number;
  readonly list: readonly Drawing[];
};

/** As it is stored: the kind, then the market instant in ms and the price in paise of each point. */
type Row = Omit<ShareDrawings, 'list'> & {
  readonly list: readonly (readonly [tool: DrawingTool, ...numbers: readonly number[]])[];
};

const DRAWINGS = 'revision, adjusted_until_ms, list';

const read = ({ list, ...kept }: Row): ShareDrawings => ({
  ...kept,
  list: list.map(([tool, ...numbers]) => ({
    tool,
    points: Array.from({ length: countPoints(tool) }, (_, at) => ({
      t: numbers[2 * at]!,
      price: BigInt(numbers[2 * at + 1]!),
    })),
  })),
});

export async function readDrawings(db: Queryable, userId: string, code: string): Promise<ShareDrawings | undefined> {
  const [row] = await db.query<Row>(
    'market.drawings_of',
    `SELECT ${DRAWINGS} FROM market.drawings WHERE user_id = $1 AND code = $2`,
    [userId, code],
  );
  return row && read(row);
}

/** In the place of what was kept, as its next revision. */
export async function keepDrawings(
  db: Queryable,
  { userId, code, adjustedUntil, list, at }: Body<'saveDrawings'> & { readonly userId: string; readonly at: number },
): Promise<ShareDrawings> {
  const packed = list.map(({ tool, points }) => [tool, ...points.flatMap(({ t, price }) => [t, Number(price)])]);
  const [row] = await db.query<Row>(
    'market.drawings_keep',
    `INSERT INTO market.drawings AS kept (user_id, code, revision, adjusted_until_ms, list, at_ms)
     VALUES ($1, $2, 1, $3, $4::jsonb, $5)
     ON CONFLICT (user_id, code) DO UPDATE SET revision = kept.revision + 1,
       adjusted_until_ms = excluded.adjusted_until_ms, list = excluded.list, at_ms = excluded.at_ms
     RETURNING ${DRAWINGS}`,
    [userId, code, adjustedUntil, JSON.stringify(packed), at],
  );
  return read(row!); // inserted or updated
}
