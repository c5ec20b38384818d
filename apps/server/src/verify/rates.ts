import { timingSafeEqual } from 'node:crypto';
import { paise, rupees } from '@khara/money';
import { previousRegularDay } from '@khara/rules';
import { recordsOfType } from '#modules/ledger/index.ts';
import {
  around,
  hashOfRateSeed,
  rateOn,
  seedOfRate,
  stepRate,
  type RevealedRate,
  type SealedRate,
} from '#modules/wallet/index.ts';
import { finding, type Check } from './finding.ts';

/**
 * The rates of USDT: each seed that the log reveals is the one whose hash it had before, and takes the step from the
 * rate of the trading day before to the one that was published; each conversion was made at the rate of its date,
 * after that was sealed. Of a date that is not over, and before the first, the installation's secret gives it.
 */
export const verifyRates: Check = async (tx, keys) => {
  const found = finding('rates_are_as_sealed');
  const records = await recordsOfType(tx, 'rates');
  const said = records.map(({ json, at, id }) => ({
    id,
    at,
    ...(JSON.parse(json) as Partial<SealedRate & RevealedRate>),
  }));
  const sealed = new Map(said.flatMap((one) => (one.sealed === undefined ? [] : [[one.sealed, one] as const])));
  const revealed = new Map(said.flatMap((one) => (one.revealed === undefined ? [] : [[one.revealed, one] as const])));
  /** As it was published, or as the secret gives it. */
  const rateBefore = (date: string): bigint => {
    const day = previousRegularDay(date);
    return paise(revealed.get(day)?.middle ?? '') ?? rateOn(keys, day).middlePaise;
  };
  for (const [date, { id, seed = '', middle }] of revealed) {
    const before = sealed.get(date);
    const bytes = new Uint8Array(Buffer.from(seed, 'hex'));
    if (!before || before.id > id) found.add(`the rate of ${date} was revealed and not sealed before`);
    else if (!isHash(before.seedHash, hashOfRateSeed(date, bytes)))
      found.add(`the rate of ${date} has another seed than was sealed`);
    else if (middle !== rupees(stepRate(rateBefore(date), date, bytes)))
      found.add(`the seed of ${date} gives another rate than was published`);
  }
  const conversions = await tx.query<Conversion>(
    'verify.conversions',
    `SELECT c.order_number, c.market_date, c.from_currency, c.rate_paise, c.middle_paise, e.at_ms AS at
     FROM wallet.conversion c JOIN ledger.entry e ON e.kind = 'convert' AND e.ref = c.order_number ORDER BY c.id`,
  );
  for (const {
    orderNumber: name,
    marketDate: date,
    fromCurrency: from,
    ratePaise: paid,
    middlePaise: middle,
    at,
  } of conversions) {
    const seal = sealed.get(date);
    const seed = revealed.get(date)?.seed;
    const bytes = seed === undefined ? seedOfRate(keys, date) : new Uint8Array(Buffer.from(seed, 'hex'));
    const { middlePaise, buyPaise, sellPaise } = around(date, stepRate(rateBefore(date), date, bytes));
    if (!seal || seal.at > at || !isHash(seal.seedHash, hashOfRateSeed(date, bytes)))
      found.add(`${name} was made at a rate of ${date} that was not sealed before`);
    else if (middle !== middlePaise || paid !== (from === 'INR' ? buyPaise : sellPaise))
      found.add(`${name} was made at ${paid}, the seed of ${date} gives ${from === 'INR' ? buyPaise : sellPaise}`);
  }
  return [found.end()];
};

type Conversion = {
  readonly orderNumber: string;
  readonly marketDate: string;
  readonly fromCurrency: 'INR' | 'USDT';
  readonly ratePaise: bigint;
  readonly middlePaise: bigint;
  readonly at: number;
};

function isHash(text: string | undefined, hash: Uint8Array): boolean {
  const bytes = Buffer.from(text ?? '', 'hex');
  return bytes.length === hash.length && timingSafeEqual(bytes, hash);
}
