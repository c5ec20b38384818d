import type { ConsoleData } from '@khara/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { picture } from '../api.ts';
import { Decision, RequestButton, useOpenRequests } from '../decision.tsx';
import { useCall } from '../data.ts';
import { fromNow } from '../ui/time.ts';

type Application = ConsoleData<'consoleIdentities'>['list'][number];

/** The pictures, side by side. They are fetched when somebody asks to see them: looking is an act that the owner is told of. */
function Pictures({ of: { frontPhoto, backPhoto } }: { readonly of: Application }) {
  const look = useMutation({ mutationFn: () => Promise.all([picture(frontPhoto), picture(backPhoto)]) });
  const seen = look.data;
  useEffect(() => () => seen?.forEach((address) => URL.revokeObjectURL(address)), [seen]);
  if (seen) {
    return (
      <div className="pictures">
        <img src={seen[0]} alt="Front of the card" />
        <img src={seen[1]} alt="Back of the card" />
      </div>
    );
  }
  return (
    <div className="stack">
      <button type="button" disabled={look.isPending} onClick={() => look.mutate()}>
        Look at the pictures
      </button>
      <p className="quiet">The owner sees that you looked.</p>
      {look.error ? <p role="alert">{look.error.message}</p> : null}
    </div>
  );
}

export function Identities() {
  const { data, error } = useCall('consoleIdentities', {});
  const requests = useOpenRequests();
  return (
    <>
      <h1>Identities</h1>
      {error ? <p role="alert">{error.message}</p> : null}
      {data?.list.length === 0 ? <p className="empty">No identity waits for a review.</p> : null}
      {data?.list.map((application) => (
        <article className="card" key={application.id} aria-label={application.name}>
          <div className="row">
            <strong>{application.name}</strong>
            <span>{application.idNumberMasked}</span>
            <span className="quiet">
              account {application.memberId}, handed in {fromNow(application.submittedAt)}
            </span>
          </div>
          <Pictures of={application} />
          <Decision
            requestId={application.requestId}
            request={application.requestId === null ? undefined : requests.get(application.requestId)}
          >
            <RequestButton action="identity.decide" subject={application.id} approve trigger="Ask to certify" />
            <RequestButton action="identity.decide" subject={application.id} approve={false} trigger="Ask to fail" />
          </Decision>
        </article>
      ))}
    </>
  );
}
