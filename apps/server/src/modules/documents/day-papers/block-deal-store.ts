import { DEALS, type LogNames, paperDate, toPaper, type Paper } from '@khara/market-day';
import { rupees } from '@khara/money';
import { lotsOfSimulated, simulatedId } from '@khara/offerings';
import type { Issuer } from '@khara/universe';
import type { Queryable } from '#src/ports/database.ts';

/**
 * What traded in the day's block windows: a line for each buyer and one for the seller. Members stand under their
 * names of the day's order log, simulated buyers under their public numbers, the seller under the offering.
 */
export async function blockDeals(
  db: Queryable,
  day: { readonly marketDate: string; readonly names: LogNames },
  issuerOf: (code: string) => Issuer | undefined,
): Promise<Paper> {
  const blocks = await db.query<{
    readonly id: string;
    readonly code: string;
    readonly pricePaise: bigint;
    readonly sharesPerLot: number;
    readonly minLots: number;
    readonly maxLots: number;
    readonly arrived: number;
    readonly members: readonly { readonly number: number; readonly shares: number }[];
  }>(
    'documents.blocks_of_day',
    // A block that left its band is settled with none: its members' applications have lapsed.
    `SELECT o.id, o.code, o.price_paise, o.shares_per_lot, o.min_lots, o.max_lots, o.arrived, coalesce(a.members, '[]') AS members
     FROM market.day d
     JOIN offerings.offering o ON o.kind = 'block' AND o.state = 'listed' AND o.resolved_ms BETWEEN d.began_ms AND d.closed_ms
     LEFT JOIN LATERAL (
       SELECT json_agg(json_build_object('number', m.number, 'shares', p.allotted_shares) ORDER BY p.number) AS members,
         bool_or(p.state = 'lapsed') AS lapsed
       FROM offerings.application p JOIN accounts.member m ON m.id = p.user_id
       WHERE p.offering_id = o.id AND p.state IN ('signed', 'lapsed')) a ON true
     WHERE d.market_date = $1 AND a.lapsed IS NOT TRUE ORDER BY o.code, o.id`,
    [day.marketDate],
  );
  const lines = blocks.flatMap((block) => {
    const line = (who: string, side: string, shares: number) => [
      paperDate(day.marketDate),
      block.code,
      issuerOf(block.code)?.names.en ?? block.code,
      who,
      side,
      String(shares),
      rupees(block.pricePaise),
      '-',
    ];
    const lotsOf = lotsOfSimulated({ offeringId: block.id, minLots: block.minLots, maxLots: block.maxLots });
    const buyers = [
      ...block.members.map(({ number, shares }) => [day.names.account(number), shares] as const),
      ...Array.from({ length: block.arrived }, (_, k) => [simulatedId(k), lotsOf(k) * block.sharesPerLot] as const),
    ];
    if (buyers.length === 0) return [];
    const sold = buyers.reduce((sum, [, shares]) => sum + shares, 0);
    return [line(block.id, 'SELL', sold), ...buyers.map(([who, shares]) => line(who, 'BUY', shares))];
  });
  return toPaper(DEALS, lines);
}
