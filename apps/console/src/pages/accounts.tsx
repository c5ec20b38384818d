import type { ConsoleData } from '@khara/contract';
import { useState } from 'react';
import { usePages } from '../api/data.ts';
import { WaitingRequests } from '../decisions/decision.tsx';
import { RequestButton } from '../decisions/request-button.tsx';
import { Heading } from '../ui/states.tsx';
import { createColumns, More, Table, type Columns } from '../ui/table.tsx';
import { showTime } from '../lib/time.ts';
import { words } from '../lib/words.ts';

type Account = ConsoleData<'consoleAccounts'>['list'][number];
const account = createColumns<Account>();
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
  const isId = /^[A-Za-z0-9_-]{8,40}$/.test(id);
  const query = usePages('consoleAccounts', { size: 50, ...(isId ? { id } : {}) });
  return (
    <>
      <Heading title="Accounts">
        An id and a masked phone are all there is to see. Staff cannot sign in as a member, or change a phone, a
        password or a bank account. Two people can let an account open classes; in the profile for schools each may.
      </Heading>
      <WaitingRequests action="classes.decide" />
      <input
        className="filter"
        type="search"
        aria-label="Account id"
        placeholder="Whole account id"
        value={id}
        onChange={(event) => setId(event.target.value.trim())}
      />
      {isId ? (
        <div className="row">
          <RequestButton action="classes.decide" subject={id} approve={true} trigger="Let it open classes" />
          <RequestButton action="classes.decide" subject={id} approve={false} trigger="No more classes" />
        </div>
      ) : null}
      <Table
        label="Accounts"
        filters={[{ label: 'Identity', of: ({ kycStatus }) => words(kycStatus) }]}
        columns={ACCOUNT_COLUMNS}
        lines={query.lines}
        error={query.error}
        retry={query.refetch}
        isLoading={query.isLoading}
        empty="There is no such account."
        more={<More query={query} />}
      />
    </>
  );
}
