import type { ConsoleData } from '@khara/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { CONSOLE_ACTIONS, REQUEST_STATES } from 'virtual:contract';
import { Decide, Wish } from '../decisions/decision.tsx';
import { usePages } from '../api/data.ts';
import { Heading } from '../ui/states.tsx';
import { createColumns, More, Table, type Columns } from '../ui/table.tsx';
import { showTime } from '../lib/time.ts';
import { words } from '../lib/words.ts';

type Request = ConsoleData<'consoleRequests'>['list'][number];
const request = createColumns<Request>();
const TONES: Readonly<Record<Request['state'], string>> = {
  open: 'tag wait',
  approved: 'tag wait',
  declined: 'tag',
  carried_out: 'tag good',
  failed: 'tag bad',
};
const COLUMNS: Columns<Request> = [
  request.accessor('id', { header: 'No.' }),
  request.accessor('action', { header: 'What', cell: ({ row }) => <Wish request={row.original} /> }),
  request.accessor('subject', {
    header: 'About',
    cell: ({ row: { original } }) => <Link to={CONSOLE_ACTIONS[original.action].page}>{original.subject}</Link>,
  }),
  request.accessor('state', {
    header: 'State',
    cell: ({ row: { original } }) => (
      <span>
        <span className={TONES[original.state]}>{words(original.state)}</span>
        {original.failure ? ` ${words(original.failure)}` : ''}
      </span>
    ),
  }),
  request.display({
    id: 'decision',
    header: 'Decision',
    cell: ({ row: { original } }) =>
      original.state === 'open' ? (
        <Decide request={original} />
      ) : (
        <span className="quiet">
          {original.checker}, {original.decidedAt === null ? '' : showTime(original.decidedAt)}
        </span>
      ),
  }),
];

export function Requests() {
  const [state, setState] = useState<Request['state'] | ''>('open');
  const query = usePages('consoleRequests', { ...(state === '' ? {} : { state }), size: 50 });
  return (
    <>
      <Heading title="Second person">
        Requests that another person has to decide. No maker decides their own request: the database refuses it.
      </Heading>
      <div className="toolbar">
        <label className="choice">
          Show
          <select value={state} onChange={(event) => setState(event.target.value as Request['state'] | '')}>
            {REQUEST_STATES.map((one) => (
              <option key={one} value={one}>
                {words(one)}
              </option>
            ))}
            <option value="">All</option>
          </select>
        </label>
      </div>
      <Table
        label="Requests"
        columns={COLUMNS}
        lines={query.lines}
        filters={[{ label: 'What', of: ({ action }) => words(action) }]}
        error={query.error}
        retry={query.refetch}
        isLoading={query.isLoading}
        empty="There is no such request."
        more={<More query={query} />}
      />
    </>
  );
}
