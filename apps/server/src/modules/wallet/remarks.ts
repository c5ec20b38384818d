import type { Language } from '@khara/contract';
import { rupees } from '@khara/money';
import { fill, textsFor } from '@khara/texts';
import type { RemarkOf, RemarkedLine } from '#modules/ledger/index.ts';
import { formatMessage } from '#src/kernel/format-message.ts';
import type { Queryable } from '#src/ports/database.ts';
import * as conversions from './conversion-store.ts';
import * as store from './recharge-store.ts';
import { readOrderNumber } from './withdrawal-steps.ts';
import * as withdrawals from './withdrawal-store.ts';

/** Remarks of recharges, withdrawals and conversions. */
export async function remarksOfWallet(
  db: Queryable,
  userId: string,
  language: Language,
  lines: readonly RemarkedLine[],
): Promise<RemarkOf> {
  const refs = (of: string): readonly string[] =>
    lines.filter(({ kind }) => kind === of).map(({ ref }) => readOrderNumber(ref));
  const [recharges, payouts, exchanges] = await Promise.all([
    found(refs('recharge'), (numbers) => store.readChannels(db, userId, numbers)),
    found(refs('withdraw_paid'), (numbers) => withdrawals.channelsOfWithdrawals(db, userId, numbers)),
    found(refs('convert'), (numbers) => conversions.readConversions(db, userId, numbers)),
  ]);
  const channels = new Map([...recharges, ...payouts].map((row) => [row.orderNumber, row.channel]));
  const rates = new Map(exchanges.map((row) => [row.orderNumber, row]));
  const { remarks } = textsFor(language);
  return (line) => {
    const channel = channels.get(line.ref) ?? '';
    const conversion = rates.get(line.ref);
    if (conversion) {
      const { fromCurrency: from, toCurrency: to, ratePaise: rate } = conversion;
      return formatMessage(remarks.conversion, { from, to, rate: rupees(rate) }, language);
    }
    switch (line.kind) {
      case 'recharge':
        return fill(remarks.recharge, { channel });
      case 'practice_start':
        return remarks.practice_start;
      case 'recharge_return':
        return remarks.recharge_return;
      case 'debt_paid':
        return remarks.debt_paid;
      case 'withdraw_paid':
        return fill(line.businessType === 'charges' ? remarks.withdrawal_charges : remarks.withdrawal, { channel });
      case 'withdraw_return':
        return remarks.withdrawal_refund;
      default:
        return undefined;
    }
  };
}

/** Asks only when there is something to ask for. */
const found = <T>(numbers: readonly string[], ask: (numbers: readonly string[]) => Promise<readonly T[]>) =>
  numbers.length > 0 ? ask(numbers) : Promise.resolve<readonly T[]>([]);
