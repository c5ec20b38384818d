/*
 * What a person with the database's superuser password may try, each with the check of `npm run verify` that
 * has to name it. To add one, append a line to the list of its part. `tamperings.test.ts` runs each on a copy
 * of a database that has lived (`lived.ts`), with `npm run test:all`, and `offer-tamperings.test.ts` those of
 * `tamperings/offers.ts` on another (`lived-offers.ts`). `tampered.test.ts` runs one of each
 * part on one copy, with `npm test`.
 */

import { DECIDES } from './tamperings/decides.ts';
import { CATALOGUE } from './tamperings/catalogue.ts';
import { LEDGER } from './tamperings/ledger.ts';
import { MARKET } from './tamperings/market.ts';
import { OFFERINGS } from './tamperings/offerings.ts';
import { RECORDS } from './tamperings/records.ts';
import { TRADING } from './tamperings/trading.ts';
import { WALLET } from './tamperings/wallet.ts';
import type { Tampering } from './tamperings/tampering.ts';

export const TAMPERINGS: readonly Tampering[] = [
  ...LEDGER,
  ...WALLET,
  ...TRADING,
  ...OFFERINGS,
  ...MARKET,
  ...RECORDS,
  ...DECIDES,
  ...CATALOGUE,
];

/**
 * The most severe of each part, found by checks that none of the others sets off: together they say as much
 * as one by one.
 */
export const MAX_SEVERE: readonly Tampering[] = [
  'a line of an entry is doubled',
  'money that came in is none of the rail’s',
  'a position was charged less',
  'withdrawals may be sent again under old requests',
  'another seed was drawn with',
  'cap, floor and issue price of an issue are halved',
  'trades of one half minute are gone',
  'a bank account gets another number and holder',
  'a person joins the back office by hand',
  'value needs no source',
  'a basket has fifty times as many shares',
  'a recharge that waits is taken away',
  'margins of the running day are lower',
].map((name) => {
  const found = TAMPERINGS.find((one) => one.name === name);
  if (!found) throw new Error(`there is no tampering "${name}"`);
  return found;
});
