import type { RowData } from '@tanstack/react-table';
import type { ConsoleActionName, ConsoleCallName, ConsoleData } from '@khara/contract';
import { useMemo, type ReactNode } from 'react';
import { Decision, useOpenRequests } from './decision.tsx';
import { RequestButton } from './request-button.tsx';
import { useCall } from '../api/data.ts';
import { useSession } from '../api/session.ts';
import { Heading } from '../ui/states.tsx';
import { createColumns, Table, type Columns, type Filter } from '../ui/table.tsx';

type WaitingLine = RowData & { readonly requestId: string | null };
type QueueCall = {
  [N in ConsoleCallName]: ConsoleData<N> extends { list: { requestId: string | null }[] } ? N : never;
}[ConsoleCallName];

/** What can be decided about a line. Made outside a component: a new one would close what is open on the page. */
export type LineDecision<T> = {
  readonly action: ConsoleActionName;
  readonly readId: (line: T) => string;
  /** What the buttons say, and what is approved or declined with them. */
  readonly kinds: readonly (readonly [trigger: string, approve?: boolean])[];
  /** Why a line can no longer be decided; undefined while they can. */
  readonly whyNot?: (line: T) => string | undefined;
};

function Cell<T extends WaitingLine>({ line, decides }: { readonly line: T; readonly decides: LineDecision<T> }) {
  const requests = useOpenRequests();
  const why = decides.whyNot?.(line);
  if (why !== undefined) return <span className="quiet">{why}</span>;
  const { requestId } = line;
  return (
    <Decision requestId={requestId} request={requestId === null ? undefined : requests.get(requestId)}>
      {decides.kinds.map(([trigger, approve]) => (
        <RequestButton
          key={trigger}
          action={decides.action}
          subject={decides.readId(line)}
          trigger={trigger}
          {...(approve === undefined ? {} : { approve })}
        />
      ))}
    </Decision>
  );
}

/** What waits for two people: every queue of the back office is this page with other columns. */
export function Queue<T extends WaitingLine>({
  call,
  title,
  children,
  action,
  columns,
  decides,
  empty,
  filters = [],
  below,
}: {
  readonly call: QueueCall;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  readonly columns: Columns<T>;
  readonly decides: LineDecision<T>;
  readonly empty: string;
  readonly filters?: readonly Filter<T>[];
  readonly below?: (line: T) => ReactNode;
}) {
  const { data, error, isLoading, refetch } = useCall(call, {});
  const requests = useOpenRequests();
  const me = useSession()?.staff.number;
  const whole = useMemo((): Columns<T> => {
    const decision = createColumns<T>().display({
      id: 'decision',
      header: 'Decision',
      cell: ({ row }) => <Cell line={row.original} decides={decides} />,
    });
    return [...columns, decision];
  }, [columns, decides]);
  const waitsFor = ({ requestId }: T): string => {
    if (requestId === null) return 'The first person';
    return requests.get(requestId)?.maker === me ? 'Another person' : 'The second person';
  };
  return (
    <>
      <Heading title={title} action={action}>
        {children}
      </Heading>
      <Table
        label={title}
        hasFilter
        filters={[...filters, { label: 'Waits for', of: waitsFor }]}
        columns={whole}
        lines={(data?.list ?? []) as unknown as readonly T[]} // lines of this call
        error={error}
        retry={refetch}
        isLoading={isLoading}
        empty={empty}
        {...(below ? { below } : {})}
      />
    </>
  );
}
