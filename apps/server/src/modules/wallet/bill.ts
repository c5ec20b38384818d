import type { Body, Data, Language } from '@khara/contract';
import { DECIMALS, rupees, showDecimal } from '@khara/money';
import { fill, textsFor } from '@khara/texts';
import * as ledger from '#modules/ledger/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { formatMessage } from '#src/kernel/format-message.ts';
import * as conversions from './conversion-store.ts';
import * as store from './recharge-store.ts';
import { orderNumberOf } from './withdrawal-steps.ts';
import * as withdrawals from './withdrawal-store.ts';

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

/** Remarks of rails and conversions from here, of fills from the portfolio; a line of an unexplained kind says its business type. */
async function remarksOf(
  deps: Deps,
  { userId, language }: { readonly userId: string; readonly language: Language },
  lines: readonly ledger.BillLine[],
): Promise<(line: ledger.BillLine) => string> {
  const refs = (kinds: readonly string[]): readonly string[] =>
    lines.filter(({ kind }) => kinds.includes(kind)).map(({ ref }) => orderNumberOf(ref));
  const [recharges, payouts, exchanges, fromPortfolio, fromOfferings] = await Promise.all([
    found(refs(['recharge']), (numbers) => store.channelsOf(deps.db, userId, numbers)),
    found(refs(['withdraw_paid']), (numbers) => withdrawals.channelsOfWithdrawals(deps.db, userId, numbers)),
    found(refs(['convert']), (numbers) => conversions.conversionsOf(deps.db, userId, numbers)),
    deps.portfolio.remarks(userId, language, lines),
    deps.subscriptions.remarks(userId, language, lines),
  ]);
  const channels = new Map([...recharges, ...payouts].map((row) => [row.order_number, row.channel]));
  const rates = new Map(exchanges.map((row) => [row.order_number, row]));
  const { remarks, bill } = textsFor(language);
  const types: Readonly<Record<string, string>> = bill.businessType;
  return (line) => {
    const channel = channels.get(line.ref) ?? '';
    const conversion = rates.get(line.ref);
    if (conversion) {
      const { from_currency: from, to_currency: to, rate_paise: rate } = conversion;
      return formatMessage(remarks.conversion, { from, to, rate: rupees(rate) }, language);
    }
    switch (line.kind) {
      case 'recharge':
        return fill(remarks.recharge, { channel });
      case 'recharge_return':
        return remarks.recharge_return;
      case 'withdraw_paid':
        return fill(line.businessType === 'charges' ? remarks.withdrawal_charges : remarks.withdrawal, { channel });
      case 'withdraw_return':
        return remarks.withdrawal_refund;
      default:
        return fromPortfolio(line) ?? fromOfferings(line) ?? types[line.businessType] ?? line.businessType;
    }
  };
}

/** Asks only when there is something to ask for. */
const found = <T>(numbers: readonly string[], ask: (numbers: readonly string[]) => Promise<readonly T[]>) =>
  numbers.length > 0 ? ask(numbers) : Promise.resolve<readonly T[]>([]);

const writeCursor = ({ at, asset, seq }: ledger.BillCursor): string => `${at}.${asset}.${seq}`;

function readCursor(text: string): ledger.BillCursor | undefined {
  const match = /^(\d{1,15})\.(INR|USDT)\.(\d{1,18})$/.exec(text);
  if (!match) return undefined;
  const [, at = '', asset = '', seq = ''] = match;
  return { at: Number(at), asset, seq: BigInt(seq) };
}
