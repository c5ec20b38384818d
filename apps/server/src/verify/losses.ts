import { rupees } from '@khara/money';
import { MAX_LOSSES_PAISE, owedPaise } from '#modules/wallet/index.ts';
import { finding, type Check } from './finding.ts';

/**
 * What the platform has borne of losses of each market date and was not paid back since, by entries alone: no date
 * passes the limit from which on the market is narrowed.
 */
export const verifyLosses: Check = async (tx, keys) => {
  const found = finding('losses_within_limit');
  const rows = await tx.query<{ mdate: string; INR: bigint; USDT: bigint }>(
    'verify.losses',
    `WITH line AS (
       SELECT e.uid::text AS uid, split_part(e.ref, ':', 1) AS pays, e.mdate, a.name AS asset, l.amount
       FROM ledger.entry e CROSS JOIN LATERAL unnest(e.asset, e.code, e.amount) AS l (asset, code, amount)
       JOIN ledger.asset a ON a.id = l.asset WHERE l.code = 220
     ), paid AS (SELECT pays, sum(amount) AS amount FROM line WHERE amount > 0 GROUP BY pays)
     SELECT b.mdate, coalesce(-sum(b.amount + coalesce(p.amount, 0)) FILTER (WHERE b.asset = 'INR'), 0)::bigint AS "INR",
       coalesce(-sum(b.amount + coalesce(p.amount, 0)) FILTER (WHERE b.asset = 'USDT'), 0)::bigint AS "USDT"
     FROM line b LEFT JOIN paid p ON p.pays = b.uid WHERE b.amount < 0 GROUP BY b.mdate ORDER BY b.mdate`,
  );
  for (const { mdate, ...lost } of rows) {
    const borne = owedPaise(keys, lost, mdate);
    if (borne > MAX_LOSSES_PAISE) found.add(`on ${mdate} the platform bore ₹${rupees(borne)}`);
  }
  return [found.end()];
};
