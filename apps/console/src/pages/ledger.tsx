import type { ConsoleData } from '@khara/contract';
import { useCall } from '../api/data.ts';
import { Empty, Heading } from '../ui/states.tsx';
import { createColumns, Table, type Columns } from '../ui/table.tsx';
import { grouped } from '../lib/figures.ts';
import { words } from '../lib/words.ts';

type Total = ConsoleData<'consoleLedger'>['totals'][number];
const total = createColumns<Total>();
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
const accountName = (code: number): string => `${code} ${ACCOUNTS[code] ?? ''}`.trim();
const DECIMALS: Readonly<Record<string, number>> = { INR: 2, USDT: 6 };

/** Minor units as decimal text; shares as they are. */
function amount(asset: string, units: string): string {
  const decimals = DECIMALS[asset];
  if (decimals === undefined) return grouped(units);
  const digits = units.replace('-', '').padStart(decimals + 1, '0');
  return grouped(`${units.startsWith('-') ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`);
}

const TOTALS: Columns<Total> = [
  total.accessor('asset', { header: 'Asset' }),
  total.accessor('code', { header: 'Account', cell: ({ getValue }) => accountName(getValue()) }),
  total.accessor('owner', { header: 'Of', cell: ({ getValue }) => words(getValue()) }),
  total.accessor('accounts', { header: 'Accounts' }),
  total.accessor('balance', {
    header: 'Total',
    enableSorting: false,
    cell: ({ row }) => amount(row.original.asset, row.original.balance),
  }),
];

type Sum = { readonly asset: string; readonly members: bigint; readonly others: bigint };
const sum = createColumns<Sum>();
const SUMS: Columns<Sum> = [
  sum.accessor('asset', { header: 'Asset' }),
  sum.accessor(({ asset, members }) => amount(asset, String(members)), { id: 'members', header: 'Members have' }),
  sum.accessor(({ asset, others }) => amount(asset, String(others)), { id: 'others', header: 'Platform and outside' }),
  sum.display({
    id: 'difference',
    header: 'Together',
    cell: ({ row: { original } }) => {
      const together = original.members + original.others;
      return (
        <span className={together === 0n ? 'tag good' : 'tag bad'}>{amount(original.asset, String(together))}</span>
      );
    },
  }),
];

/** What members have against all the rest, asset by asset: the two cancel out, or the books are wrong. */
function sumByAsset(totals: readonly Total[]): readonly Sum[] {
  const byAsset = Map.groupBy(totals, ({ asset }) => asset);
  return [...byAsset].map(([asset, lines]) => {
    const of = (isMember: boolean) =>
      lines
        .filter(({ owner }) => (owner === 'members') === isMember)
        .reduce((all, { balance }) => all + BigInt(balance), 0n);
    return { asset, members: of(true), others: of(false) };
  });
}

type Check = ConsoleData<'consoleLedger'>['checks'][number];
const check = createColumns<Check>();
const CHECKS: Columns<Check> = [
  check.accessor('name', { header: 'Check', cell: ({ getValue }) => words(getValue()) }),
  check.accessor('violations', {
    header: 'Contradictions',
    cell: ({ getValue }) => <span className={getValue() === 0 ? 'tag good' : 'tag bad'}>{getValue()}</span>,
  }),
];

export function Ledger() {
  const { data, error, isLoading, refetch } = useCall('consoleLedger', {}, { everyMs: 15_000 });
  const state = { error, isLoading, retry: refetch };
  return (
    <>
      <Heading title="Ledger">
        Every asset sums to zero over all accounts. Staff cannot post an entry: money moves by what members, rails and
        the exchange do.
      </Heading>
      <h2>Reconciliation</h2>
      <Table
        label="Reconciliation"
        hasFilter
        columns={SUMS}
        lines={sumByAsset(data?.totals ?? [])}
        empty="The ledger is empty."
        {...state}
      />
      <h2>Totals by account</h2>
      <Table
        label="Totals"
        hasFilter
        filters={[
          { label: 'Of', of: ({ owner }) => words(owner) },
          { label: 'Account', of: ({ code }) => accountName(code) },
        ]}
        columns={TOTALS}
        lines={data?.totals ?? []}
        empty="The ledger is empty."
        {...state}
      />
      <h2>Checks</h2>
      <Table label="Checks" columns={CHECKS} lines={data?.checks ?? []} empty="No check has run." {...state} />
      <h2>Newest checkpoint</h2>
      {data?.checkpoint ? (
        <>
          <p>{grouped(String(data.checkpoint.size))} leaves, signed:</p>
          <pre>{data.checkpoint.note}</pre>
        </>
      ) : (
        <Empty>There is none yet.</Empty>
      )}
    </>
  );
}
