import type { ConsoleData } from '@khara/contract';
import { useForm } from 'react-hook-form';
import { CONSOLE_ACTIONS } from 'virtual:contract';
import { WaitingRequests } from '../decisions/decision.tsx';
import { useAct, useCall } from '../api/data.ts';
import { Heading } from '../ui/states.tsx';
import { createColumns, Table, type Columns } from '../ui/table.tsx';
import { showTime } from '../lib/time.ts';
import { words } from '../lib/words.ts';

type Line = ConsoleData<'consoleRequests'>['list'][number];
const ACTION = 'share.suspend';
const line = createColumns<Line>();
const COLUMNS: Columns<Line> = [
  line.accessor('subject', { header: 'Share' }),
  line.accessor('reason', { header: 'Reason', cell: ({ getValue }) => words(getValue()) }),
  line.accessor(({ maker, checker }) => `${maker}, ${checker ?? ''}`, { id: 'by', header: 'By' }),
  line.accessor('state', {
    header: 'State',
    cell: ({ row: { original } }) =>
      `${words(original.state)}${original.failure ? `: ${words(original.failure)}` : ''}`,
  }),
  line.accessor(({ carriedAt, at }) => carriedAt ?? at, {
    id: 'at',
    header: 'When',
    cell: ({ getValue }) => showTime(getValue()),
  }),
];

function NewSuspension() {
  const { register, handleSubmit, reset } = useForm<{ subject: string; reason: Line['reason'] }>();
  const ask = useAct('consoleRequest');
  const send = handleSubmit(({ subject, reason }) =>
    ask.mutate({ action: ACTION, subject: subject.trim().toUpperCase(), reason }, { onSuccess: () => reset() }),
  );
  return (
    <form className="card stack" onSubmit={(event) => void send(event)}>
      <h2>Suspend a share</h2>
      <div className="row fields">
        <label>
          Code
          <input autoComplete="off" {...register('subject', { required: true })} />
        </label>
        <label>
          Reason
          <select {...register('reason')}>
            {CONSOLE_ACTIONS[ACTION].reasons.map((code) => (
              <option key={code} value={code}>
                {words(code)}
              </option>
            ))}
          </select>
        </label>
      </div>
      {ask.error ? <p role="alert">{ask.error.message}</p> : null}
      <div className="row">
        <button type="submit" className="primary" disabled={ask.isPending}>
          Ask for it
        </button>
        <span className="quiet">A second person has to agree. It cannot be lifted before the next market day.</span>
      </div>
    </form>
  );
}

export function Suspensions() {
  const { data, error, isLoading, refetch } = useCall('consoleRequests', { size: 100 });
  return (
    <>
      <Heading title="Suspensions">
        Trading in a share stops at once, and its orders are cancelled. It goes on with the next market day’s opening
        auction. Agreed to after the close, the whole of the next day is meant.
      </Heading>
      <NewSuspension />
      <WaitingRequests action={ACTION} />
      <Table
        label="Suspensions"
        columns={COLUMNS}
        lines={(data?.list ?? []).filter(({ action, state }) => action === ACTION && state !== 'open')}
        error={error}
        retry={refetch}
        isLoading={isLoading}
        empty="No share was suspended lately."
      />
    </>
  );
}
