import type { ConsoleData } from '@khara/contract';
import { useState } from 'react';
import { usePages, useCall } from '../data.ts';
import { columnsOf, More, Table, type Columns } from '../ui/table.tsx';
import { showTime } from '../ui/time.ts';
import { words } from '../ui/words.ts';

type Total = ConsoleData<'consoleLedger'>['totals'][number];
const total = columnsOf<Total>();
/** Names of the chart of accounts (docs/ledger.md). */
const ACCOUNTS: Readonly<Record<number, string>> = {
  101: 'Available',
  102: 'Frozen: orders',
  103: 'Frozen: subscriptions',
  104: 'Frozen: withdrawals',
  105: 'Frozen: intraday margin',
  120: 'Shares, free',
  121: 'Shares, frozen for a sale',
  122: 'Shares, not settled yet',
  201: 'Brokerage earned',
  202: 'Taxes and charges collected',
  210: 'Market clearing',
  211: 'Issue proceeds',
  212: 'Conversion desk',
  220: 'Losses absorbed',
  301: 'Rail in',
  302: 'Rail out',
  303: 'Rail suspense',
  311: 'Shares issued',
};
const DECIMALS: Readonly<Record<string, number>> = { INR: 2, USDT: 6 };

/** Minor units as decimal text; shares as they are. */
function amount(asset: string, units: string): string {
  const decimals = DECIMALS[asset];
  if (decimals === undefined) return units;
  const digits = units.replace('-', '').padStart(decimals + 1, '0');
  return `${units.startsWith('-') ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

const TOTALS: Columns<Total> = [
  total.accessor('asset', { header: 'Asset' }),
  total.accessor('code', { header: 'Account', cell: ({ getValue }) => `${getValue()} ${ACCOUNTS[getValue()] ?? ''}` }),
  total.accessor('owner', { header: 'Of', cell: ({ getValue }) => words(getValue()) }),
  total.accessor('accounts', { header: 'Accounts' }),
  total.accessor('balance', {
    header: 'Total',
    enableSorting: false,
    cell: ({ row }) => amount(row.original.asset, row.original.balance),
  }),
];

type Check = ConsoleData<'consoleLedger'>['checks'][number];
const check = columnsOf<Check>();
const CHECKS: Columns<Check> = [
  check.accessor('name', { header: 'Check', cell: ({ getValue }) => words(getValue()) }),
  check.accessor('violations', {
    header: 'Contradictions',
    cell: ({ getValue }) => <span className={getValue() === 0 ? 'tag good' : 'tag bad'}>{getValue()}</span>,
  }),
];

export function Ledger() {
  const { data, error, isLoading } = useCall('consoleLedger', {}, { everyMs: 15_000 });
  return (
    <>
      <h1>Ledger</h1>
      <p className="quiet">
        Every asset sums to zero over all accounts. Nobody here can post an entry: money moves by what members, rails
        and the exchange do.
      </p>
      <Table
        label="Totals"
        hasFilter
        columns={TOTALS}
        lines={data?.totals ?? []}
        error={error}
        isLoading={isLoading}
        empty="The ledger is empty."
      />
      <h2>Checks</h2>
      <Table
        label="Checks"
        columns={CHECKS}
        lines={data?.checks ?? []}
        isLoading={isLoading}
        empty="No check has run."
      />
      <h2>Newest checkpoint</h2>
      {data?.checkpoint ? (
        <>
          <p>{data.checkpoint.size} leaves</p>
          <pre>{data.checkpoint.note}</pre>
        </>
      ) : (
        <p className="empty">There is none yet.</p>
      )}
    </>
  );
}

type Act = ConsoleData<'consoleAudit'>['list'][number];
const act = columnsOf<Act>();
const ACTS: Columns<Act> = [
  act.accessor('at', { header: 'When', cell: ({ getValue }) => showTime(getValue()) }),
  act.accessor('staff', { header: 'Who' }),
  act.accessor('action', { header: 'What', cell: ({ getValue }) => words(getValue()) }),
  act.accessor('subject', { header: 'About' }),
  act.accessor('reason', { header: 'Why', cell: ({ getValue }) => words(getValue()) }),
];

export function Audit() {
  const query = usePages('consoleAudit', { size: 50 });
  return (
    <>
      <h1>Audit</h1>
      <p className="quiet">What was done here, by whom and why. It is only ever added to.</p>
      <Table
        label="Audit"
        hasFilter
        columns={ACTS}
        lines={query.lines}
        error={query.error}
        isLoading={query.isLoading}
        empty="Nothing was done yet."
        more={<More query={query} />}
      />
    </>
  );
}

type Account = ConsoleData<'consoleAccounts'>['list'][number];
const account = columnsOf<Account>();
const TONES: Readonly<Record<string, string>> = { certified: 'tag good', failed: 'tag bad', under_review: 'tag wait' };
const ACCOUNT_COLUMNS: Columns<Account> = [
  account.accessor('id', { header: 'Account' }),
  account.accessor('phone', { header: 'Phone', enableSorting: false }),
  account.accessor('kycStatus', {
    header: 'Identity',
    cell: ({ getValue }) => <span className={TONES[getValue()] ?? 'tag'}>{words(getValue())}</span>,
  }),
  account.accessor('createdAt', { header: 'Since', cell: ({ getValue }) => showTime(getValue()) }),
  account.accessor('erasesAt', {
    header: 'Erased',
    cell: ({ getValue }) => {
      const at = getValue();
      return at === null ? '' : showTime(at);
    },
  }),
];

export function Accounts() {
  const [id, setId] = useState('');
  const query = usePages('consoleAccounts', { size: 50, ...(/^[A-Za-z0-9_-]{8,40}$/.test(id) ? { id } : {}) });
  return (
    <>
      <h1>Accounts</h1>
      <p className="quiet">
        An id and a masked phone are all there is to see. Nobody here can sign in as somebody, or change a phone, a
        password or a bank account.
      </p>
      <input
        className="filter"
        type="search"
        aria-label="Account id"
        placeholder="Whole account id"
        value={id}
        onChange={(event) => setId(event.target.value.trim())}
      />
      <Table
        label="Accounts"
        columns={ACCOUNT_COLUMNS}
        lines={query.lines}
        error={query.error}
        isLoading={query.isLoading}
        empty="There is no such account."
        more={<More query={query} />}
      />
    </>
  );
}
