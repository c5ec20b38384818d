import type { ConsoleData } from '@khara/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, picture } from '../api/api.ts';
import { Queue, type LineDecision } from '../decisions/queue.tsx';
import { createColumns, type Columns } from '../ui/table.tsx';
import { fromNow } from '../lib/time.ts';
import css from './pictures.module.css';

type Application = ConsoleData<'consoleIdentities'>['list'][number];
const application = createColumns<Application>();
const APPLICATIONS: Columns<Application> = [
  application.accessor('name', { header: 'Name', cell: ({ getValue }) => <strong>{getValue()}</strong> }),
  application.accessor('memberId', { header: 'Account' }),
  application.accessor('submittedAt', { header: 'Handed in', cell: ({ getValue }) => fromNow(getValue()) }),
];

/**
 * The number's last digits and the pictures, side by side. They are fetched on demand: looking is an act that
 * the owner can see.
 */
function Pictures({ of: { id, name, frontPhoto, backPhoto } }: { readonly of: Application }) {
  const look = useMutation({
    mutationFn: async () => ({
      ...(await call('consoleIdentity', { id })),
      pictures: await Promise.all([picture(frontPhoto), picture(backPhoto)]),
    }),
  });
  const seen = look.data;
  useEffect(() => () => seen?.pictures.forEach((address) => URL.revokeObjectURL(address)), [seen]);
  if (seen) {
    return (
      <>
        <p>
          Aadhaar <strong>{seen.idNumberMasked}</strong>
        </p>
        <div className={css.pictures}>
          <img src={seen.pictures[0]} alt={`Front of the card of ${name}`} />
          <img src={seen.pictures[1]} alt={`Back of the card of ${name}`} />
        </div>
      </>
    );
  }
  return (
    <div className="row">
      <button type="button" disabled={look.isPending} onClick={() => look.mutate()}>
        Look at number and pictures
      </button>
      <span className="quiet">{name} sees that you looked.</span>
      {look.error ? <p role="alert">{look.error.message}</p> : null}
    </div>
  );
}

const DECIDES: LineDecision<Application> = {
  action: 'identity.decide',
  readId: ({ id }) => id,
  kinds: [
    ['Ask to certify', true],
    ['Ask to fail', false],
  ],
};

export const Identities = () => (
  <Queue
    call="consoleIdentities"
    title="Identities"
    columns={APPLICATIONS}
    below={(line) => <Pictures of={line} />}
    empty="No identity waits for a review."
    decides={DECIDES}
  >
    The owners of these wait for two people. Pictures are deleted after the decision; the full number was never kept.
  </Queue>
);
