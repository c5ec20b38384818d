import type { Body, Data, Language } from '@khara/contract';
import { DECIMALS, showDecimal } from '@khara/money';
import { fill, textsFor } from '@khara/texts';
import * as ledger from '#modules/ledger/index.ts';
import type { Deps } from '../../deps.ts';
import { orderNumberOf } from './receive-report.ts';
import * as store from './store.ts';

type Line = Data<'bill'>['list'][number];
const DEFAULT_SIZE = 20;

/** A page of the statement, newest first, with where each line came from in the reader's words. */
export async function billPage(
  deps: Deps,
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
  const shown = lines.slice(0, size);
  const last = lines.length > size ? shown.at(-1) : undefined;
  const remarkOf = await remarksOf(deps, reader, shown);
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
    ref: orderNumberOf(line.ref),
  }));
  return { list, nextCursor: last ? writeCursor(ledger.billCursor(last)) : null };
}

/** Remarks of recharges from here, of fills from the portfolio; a line of a kind that nobody explains says its business type. */
async function remarksOf(
  deps: Deps,
  { userId, language }: { readonly userId: string; readonly language: Language },
  lines: readonly ledger.BillLine[],
): Promise<(line: ledger.BillLine) => string> {
  const orderNumbers = lines.filter(({ kind }) => kind === 'recharge').map(({ ref }) => ref);
  const [recharges, fromPortfolio] = await Promise.all([
    orderNumbers.length > 0 ? store.channelsOf(deps.db, userId, orderNumbers) : [],
    deps.portfolio.remarks(userId, language, lines),
  ]);
  const channels = new Map(recharges.map((row) => [row.order_number, row.channel]));
  const { remarks, bill } = textsFor(language);
  const types: Readonly<Record<string, string>> = bill.businessType;
  return (line) => {
    const channel = channels.get(line.ref);
    if (channel !== undefined) return fill(remarks.recharge, { channel });
    if (line.kind === 'recharge_return') return remarks.recharge_return;
    return fromPortfolio(line) ?? types[line.businessType] ?? line.businessType;
  };
}

const writeCursor = ({ at, asset, seq }: ledger.BillCursor): string => `${at}.${asset}.${seq}`;

function readCursor(text: string): ledger.BillCursor | undefined {
  const match = /^(\d{1,15})\.(INR|USDT)\.(\d{1,18})$/.exec(text);
  if (!match) return undefined;
  const [, at = '', asset = '', seq = ''] = match;
  return { at: Number(at), asset, seq: BigInt(seq) };
}
