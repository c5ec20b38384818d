import type { ConsoleData } from '@khara/contract';
import { Decision, RequestButton, useOpenRequests } from '../decision.tsx';
import { useCall } from '../data.ts';
import { columnsOf, Table, type Columns } from '../ui/table.tsx';
import { fromNow, showTime } from '../ui/time.ts';
import { words } from '../ui/words.ts';

type Action = Parameters<typeof RequestButton>[0]['action'];
type Kinds = readonly (readonly [trigger: string, approve?: boolean])[];

/** The last cell of every queue. */
function Asked({
  id,
  requestId,
  action,
  kinds,
}: {
  id: string;
  requestId: string | null;
  action: Action;
  kinds: Kinds;
}) {
  const requests = useOpenRequests();
  return (
    <Decision requestId={requestId} request={requestId === null ? undefined : requests.get(requestId)}>
      {kinds.map(([trigger, approve]) => (
        <RequestButton
          key={trigger}
          action={action}
          subject={id}
          trigger={trigger}
          {...(approve === undefined ? {} : { approve })}
        />
      ))}
    </Decision>
  );
}

type Recharge = ConsoleData<'consoleRecharges'>['list'][number];
const recharge = columnsOf<Recharge>();
const RECHARGES: Columns<Recharge> = [
  recharge.accessor('orderNumber', { header: 'Order' }),
  recharge.accessor('memberId', { header: 'Account' }),
  recharge.accessor('channel', { header: 'Channel' }),
  recharge.accessor('amount', {
    header: 'Amount',
    cell: ({ row }) => `${row.original.currency} ${row.original.amount}`,
  }),
  recharge.accessor('at', { header: 'Asked', cell: ({ getValue }) => showTime(getValue()) }),
  recharge.display({
    id: 'decision',
    header: 'Decision',
    cell: ({ row: { original } }) => (
      <Asked
        id={original.orderNumber}
        requestId={original.requestId}
        action="recharge.decide"
        kinds={[
          ['It has arrived', true],
          ['It has not', false],
        ]}
      />
    ),
  }),
];

export function Recharges() {
  const { data, error, isLoading } = useCall('consoleRecharges', {});
  return (
    <>
      <h1>Recharges</h1>
      <Table
        label="Recharges"
        hasFilter
        columns={RECHARGES}
        lines={data?.list ?? []}
        error={error}
        isLoading={isLoading}
        empty="No recharge waits for people."
      />
    </>
  );
}

type Withdrawal = ConsoleData<'consoleWithdrawals'>['list'][number];
const withdrawal = columnsOf<Withdrawal>();
const WITHDRAWALS: Columns<Withdrawal> = [
  withdrawal.accessor('orderNumber', { header: 'Order' }),
  withdrawal.accessor('memberId', { header: 'Account' }),
  withdrawal.accessor('channel', { header: 'Channel' }),
  withdrawal.accessor('amount', {
    header: 'Amount',
    cell: ({ row }) => `${row.original.currency} ${row.original.amount}`,
  }),
  withdrawal.accessor('fee', { header: 'Fee' }),
  withdrawal.accessor('passesAt', { header: 'Passes by itself', cell: ({ getValue }) => fromNow(getValue()) }),
  withdrawal.display({
    id: 'decision',
    header: 'Decision',
    cell: ({ row: { original } }) => (
      <Asked
        id={original.orderNumber}
        requestId={original.requestId}
        action="withdrawal.decide"
        kinds={[
          ['Ask to approve', true],
          ['Ask to decline', false],
        ]}
      />
    ),
  }),
];

export function Withdrawals() {
  const { data, error, isLoading } = useCall('consoleWithdrawals', {});
  return (
    <>
      <h1>Withdrawals</h1>
      <p className="quiet">
        Undecided, a withdrawal is approved 48 hours after it was asked for. Declined, everything frozen for it is
        released at once.
      </p>
      <Table
        label="Withdrawals"
        hasFilter
        columns={WITHDRAWALS}
        lines={data?.list ?? []}
        error={error}
        isLoading={isLoading}
        empty="No withdrawal waits for people."
      />
    </>
  );
}

type Appeal = ConsoleData<'consoleAppeals'>['list'][number];
const appeal = columnsOf<Appeal>();
const APPEALS: Columns<Appeal> = [
  appeal.accessor('memberId', { header: 'Account' }),
  appeal.accessor('rule', { header: 'Rule', cell: ({ getValue }) => words(getValue()) }),
  appeal.accessor('points', { header: 'Points' }),
  appeal.accessor('text', { header: 'In their words' }),
  appeal.accessor('upheldAt', { header: 'Upheld by itself', cell: ({ getValue }) => fromNow(getValue()) }),
  appeal.display({
    id: 'decision',
    header: 'Decision',
    cell: ({ row: { original } }) => (
      <Asked
        id={original.id}
        requestId={original.requestId}
        action="appeal.decide"
        kinds={[
          ['Ask to uphold', true],
          ['Ask to decline', false],
        ]}
      />
    ),
  }),
];

export function Appeals() {
  const { data, error, isLoading } = useCall('consoleAppeals', {});
  return (
    <>
      <h1>Appeals</h1>
      <p className="quiet">
        Upheld, the event of the credit score is void. Undecided, an appeal is upheld after 72 hours. Nobody can add an
        event.
      </p>
      <Table
        label="Appeals"
        columns={APPEALS}
        lines={data?.list ?? []}
        error={error}
        isLoading={isLoading}
        empty="No appeal is open."
      />
    </>
  );
}

type Offering = ConsoleData<'consoleOfferings'>['list'][number];
const offering = columnsOf<Offering>();
const OFFERINGS: Columns<Offering> = [
  offering.accessor('id', { header: 'Offering' }),
  offering.accessor('kind', { header: 'Kind', cell: ({ getValue }) => words(getValue()) }),
  offering.accessor('state', {
    header: 'State',
    cell: ({ getValue }) => <span className="tag">{words(getValue())}</span>,
  }),
  offering.accessor('applications', { header: 'Applications' }),
  offering.accessor('closesAt', {
    header: 'Closes',
    cell: ({ getValue }) => {
      const at = getValue();
      return at === null ? 'not opened yet' : showTime(at);
    },
  }),
  offering.display({
    id: 'decision',
    header: 'Decision',
    cell: ({ row: { original } }) =>
      original.state === 'coming_soon' || original.state === 'in_progress' ? (
        <Asked
          id={original.id}
          requestId={original.requestId}
          action="offering.withdraw"
          kinds={[['Ask to withdraw']]}
        />
      ) : (
        <span className="quiet">Closed: nobody can withdraw it.</span>
      ),
  }),
];

export function Offerings() {
  const { data, error, isLoading } = useCall('consoleOfferings', {});
  return (
    <>
      <h1>Offerings</h1>
      <p className="quiet">
        Offerings come from the market’s own plan. Before its close one can be withdrawn, and everything blocked for it
        is released.
      </p>
      <Table
        label="Offerings"
        hasFilter
        columns={OFFERINGS}
        lines={data?.list ?? []}
        error={error}
        isLoading={isLoading}
        empty="There is no offering."
      />
    </>
  );
}
