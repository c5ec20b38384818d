import type { Body, Data, Language } from '@khara/contract';
import { DECIMALS, showDecimal } from '@khara/money';
import { textsFor } from '@khara/texts';
import * as ledger from '#modules/ledger/index.ts';
import { remarksOfOfferings } from '#modules/offerings/index.ts';
import { remarksOfOrders } from './remarks.ts';
import { readOrderNumber, remarksOfWallet } from '#modules/wallet/index.ts';
import { DEFAULT_SIZE, cutPage } from '#src/kernel/page.ts';
import type { Deps } from '#src/kernel/deps.ts';

type Line = Data<'bill'>['list'][number];
/** A page of the statement, newest first, with where each line came from in the reader's words. */
export async function billPage(
  deps: Pick<Deps, 'db'>,
  reader: { readonly userId: string; readonly language: Language },
  body: Body<'bill'>,
): Promise<Data<'bill'>> {
  const { currency, businessType, from, to, cursor, size = DEFAULT_SIZE } = body;
  const after = cursor === undefined ? undefined : readCursor(cursor);
  if (cursor !== undefined && !after) return { list: [], nextCursor: null };
  const lines = await ledger.billPage(deps.db, {
    owner: ledger.userOwner(reader.userId),
    ...(currency && { asset: currency }),
    ...(businessType && { businessType }),
    ...(from && { from }),
    ...(to && { to }),
    ...(after && { after }),
    size: size + 1,
  });
  const { shown, nextCursor } = cutPage(lines, size, (line) => writeCursor(ledger.billCursor(line)));
  const remarkOf = await readRemarks(deps, reader, shown);
  const list = shown.map((line): Line => ({
    id: line.id,
    businessType: line.businessType as Line['businessType'], // the ledger's rules name these and no others
    currency: line.asset,
    changedAmount: showDecimal(line.amount, DECIMALS[line.asset]),
    before: showDecimal(line.before, DECIMALS[line.asset]),
    after: showDecimal(line.after, DECIMALS[line.asset]),
    at: line.at,
    marketDate: line.marketDate,
    remark: remarkOf(line),
    ref: readOrderNumber(line.ref),
  }));
  return { list, nextCursor };
}

/** Each module explains its own lines; a line that none explains says its business type. */
async function readRemarks(
  { db }: Pick<Deps, 'db'>,
  { userId, language }: { readonly userId: string; readonly language: Language },
  lines: readonly ledger.BillLine[],
): Promise<(line: ledger.BillLine) => string> {
  const [ofWallet, ofOrders, ofOfferings] = await Promise.all([
    remarksOfWallet(db, userId, language, lines),
    remarksOfOrders(db, userId, language, lines),
    remarksOfOfferings(db, userId, language, lines),
  ]);
  const types: Readonly<Record<string, string>> = textsFor(language).bill.businessType;
  return (line) =>
    ofWallet(line) ?? ofOrders(line) ?? ofOfferings(line) ?? types[line.businessType] ?? line.businessType;
}

const writeCursor = ({ entry, line }: ledger.BillCursor): string => `${entry}.${line}`;

function readCursor(text: string): ledger.BillCursor | undefined {
  const match = /^(\d{1,18})\.(\d{1,2})$/.exec(text);
  if (!match) return undefined;
  const [, entry = '', line = ''] = match;
  return { entry: BigInt(entry), line: Number(line) };
}
