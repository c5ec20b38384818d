import type { ConsoleData } from '@khara/contract';
import { Link } from 'react-router';
import { Queue, type LineDecision } from '../decisions/queue.tsx';
import { grouped } from '../lib/figures.ts';
import { createColumns, type Columns } from '../ui/table.tsx';
import { fromNow, showTime } from '../lib/time.ts';
import { words } from '../lib/words.ts';

type Recharge = ConsoleData<'consoleRecharges'>['list'][number];
type Withdrawal = ConsoleData<'consoleWithdrawals'>['list'][number];
type Appeal = ConsoleData<'consoleAppeals'>['list'][number];
type Offering = ConsoleData<'consoleOfferings'>['list'][number];

const money = ({ currency, amount }: { readonly currency: string; readonly amount: string }) =>
  currency === 'INR' ? `₹${grouped(amount)}` : `${grouped(amount)} ${currency}`;

const recharge = createColumns<Recharge>();
const RECHARGES: Columns<Recharge> = [
  recharge.accessor('orderNumber', { header: 'Order' }),
  recharge.accessor('memberId', { header: 'Account' }),
  recharge.accessor('channel', { header: 'Channel', cell: ({ getValue }) => words(getValue()) }),
  recharge.accessor('amount', { header: 'Amount', cell: ({ row }) => money(row.original) }),
  recharge.accessor('at', { header: 'Asked', cell: ({ getValue }) => showTime(getValue()) }),
];

const DECIDES_RECHARGE: LineDecision<Recharge> = {
  action: 'recharge.decide',
  readId: ({ orderNumber }) => orderNumber,
  kinds: [
    ['It has arrived', true],
    ['It has not', false],
  ],
};

export const Recharges = () => (
  <Queue
    call="consoleRecharges"
    title="Recharges"
    columns={RECHARGES}
    filters={[{ label: 'Channel', of: ({ channel }) => words(channel) }]}
    empty="No recharge waits for people."
    decides={DECIDES_RECHARGE}
  >
    Payments of the manual rail. Approved, the amount is credited once; declined, nothing is.
  </Queue>
);

const withdrawal = createColumns<Withdrawal>();
const WITHDRAWALS: Columns<Withdrawal> = [
  withdrawal.accessor('orderNumber', { header: 'Order' }),
  withdrawal.accessor('memberId', { header: 'Account' }),
  withdrawal.accessor('channel', { header: 'Channel', cell: ({ getValue }) => words(getValue()) }),
  withdrawal.accessor('amount', { header: 'Amount', cell: ({ row }) => money(row.original) }),
  withdrawal.accessor('fee', { header: 'Fee', cell: ({ getValue }) => grouped(getValue()) }),
  withdrawal.accessor('passesAt', { header: 'Passes by itself', cell: ({ getValue }) => fromNow(getValue()) }),
];

const DECIDES_WITHDRAWAL: LineDecision<Withdrawal> = {
  action: 'withdrawal.decide',
  readId: ({ orderNumber }) => orderNumber,
  kinds: [
    ['Ask to approve', true],
    ['Ask to decline', false],
  ],
};

export const Withdrawals = () => (
  <Queue
    call="consoleWithdrawals"
    title="Withdrawals"
    columns={WITHDRAWALS}
    filters={[{ label: 'Channel', of: ({ channel }) => words(channel) }]}
    empty="No withdrawal waits for people."
    decides={DECIDES_WITHDRAWAL}
  >
    Undecided, a withdrawal is approved when its time is up, 48 hours after it was asked for at the latest. Declined,
    everything frozen for it is released at once.
  </Queue>
);

const appeal = createColumns<Appeal>();
const APPEALS: Columns<Appeal> = [
  appeal.accessor('memberId', { header: 'Account' }),
  appeal.accessor('rule', { header: 'Rule', cell: ({ getValue }) => words(getValue()) }),
  appeal.accessor('points', { header: 'Points' }),
  appeal.accessor('text', { header: 'In their words' }),
  appeal.accessor('upheldAt', { header: 'Upheld by itself', cell: ({ getValue }) => fromNow(getValue()) }),
];

const DECIDES_APPEAL: LineDecision<Appeal> = {
  action: 'appeal.decide',
  readId: ({ id }) => id,
  kinds: [
    ['Ask to uphold', true],
    ['Ask to decline', false],
  ],
};

export const Appeals = () => (
  <Queue
    call="consoleAppeals"
    title="Appeals"
    columns={APPEALS}
    filters={[{ label: 'Rule', of: ({ rule }) => words(rule) }]}
    empty="No appeal is open."
    decides={DECIDES_APPEAL}
  >
    Upheld, the event of the credit score is void. Undecided, an appeal is upheld after 72 hours. Staff cannot add an
    event.
  </Queue>
);

const TONES: Readonly<Record<string, string>> = {
  in_progress: 'tag good',
  coming_soon: 'tag wait',
  withdrawn: 'tag bad',
  lapsed: 'tag bad',
};
const offering = createColumns<Offering>();
const OFFERINGS: Columns<Offering> = [
  offering.accessor('id', { header: 'Offering' }),
  offering.accessor('kind', { header: 'Kind', cell: ({ getValue }) => showKind(getValue()) }),
  offering.accessor('state', {
    header: 'State',
    cell: ({ getValue }) => <span className={TONES[getValue()] ?? 'tag'}>{words(getValue())}</span>,
  }),
  offering.accessor('applications', {
    header: 'Applications',
    cell: ({ getValue }) => grouped(String(getValue())),
  }),
  offering.accessor('closesAt', {
    header: 'Closes',
    cell: ({ getValue }) => {
      const at = getValue();
      return at === null ? 'not opened yet' : showTime(at);
    },
  }),
];
const showKind = (kind: string): string => (kind === 'ipo' ? 'IPO' : words(kind));

function whyNotWithdrawn({ state, closesAt }: Offering): string | undefined {
  if (state === 'withdrawn') return 'Withdrawn.';
  const isEarly = state === 'coming_soon' || (state === 'in_progress' && (closesAt ?? 0) > Date.now());
  return isEarly ? undefined : 'Closed: it cannot be withdrawn.';
}

const DECIDES_OFFERING: LineDecision<Offering> = {
  action: 'offering.withdraw',
  readId: ({ id }) => id,
  kinds: [['Ask to withdraw']],
  whyNot: whyNotWithdrawn,
};

export const Offerings = () => (
  <Queue
    call="consoleOfferings"
    title="Offerings"
    columns={OFFERINGS}
    filters={[
      { label: 'Kind', of: ({ kind }) => showKind(kind) },
      { label: 'State', of: ({ state }) => words(state) },
    ]}
    empty="There is no offering."
    action={
      <Link className="button primary" to="/offerings/new">
        New offering
      </Link>
    }
    decides={DECIDES_OFFERING}
  >
    Most offerings come from the market’s own plan; two people can add one. Before its close one can be withdrawn by two
    people, and everything blocked for it is released. After its close it cannot be withdrawn.
  </Queue>
);
