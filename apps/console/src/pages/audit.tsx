import type { ConsoleData } from '@khara/contract';
import { usePages } from '../api/data.ts';
import { Heading } from '../ui/states.tsx';
import { createColumns, More, Table, type Columns } from '../ui/table.tsx';
import { showInstant } from '../lib/time.ts';
import { words } from '../lib/words.ts';

type Act = ConsoleData<'consoleAudit'>['list'][number];
const act = createColumns<Act>();
const ACTS: Columns<Act> = [
  act.accessor('at', { header: 'When', cell: ({ getValue }) => showInstant(getValue()) }),
  act.accessor('staff', { header: 'Who' }),
  act.accessor('action', { header: 'What', cell: ({ getValue }) => words(getValue()) }),
  act.accessor('subject', { header: 'About' }),
  act.accessor('reason', { header: 'Why', cell: ({ getValue }) => words(getValue()) }),
];

export function Audit() {
  const query = usePages('consoleAudit', { size: 50 });
  return (
    <>
      <Heading title="Audit">
        Each act of the staff, with its author and reason. Lines are added and never changed.
      </Heading>
      <Table
        label="Audit"
        hasFilter
        filters={[
          { label: 'Who', of: ({ staff }) => staff },
          { label: 'What', of: ({ action }) => words(action) },
        ]}
        columns={ACTS}
        lines={query.lines}
        error={query.error}
        retry={query.refetch}
        isLoading={query.isLoading}
        empty="Nothing was done yet."
        more={<More query={query} />}
      />
    </>
  );
}
