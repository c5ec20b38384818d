import type { ConsoleData } from '@khara/contract';
import { useState } from 'react';
import { useCall } from '../api/data.ts';
import { useSession } from '../api/session.ts';
import { WaitingRequests } from '../decisions/decision.tsx';
import { RequestButton } from '../decisions/request-button.tsx';
import { Failed, Heading, Loading } from '../ui/states.tsx';

type Colleague = ConsoleData<'consoleStaff'>['staff'][number];

/** Who works here, and what two of them do about sign-ins: a member's, and a colleague's. */
export function Staff() {
  const { data, error, refetch } = useCall('consoleStaff', {});
  return (
    <>
      <Heading title="Staff and sign-ins">
        Two people can sign a member out everywhere, and let a colleague who lost the authenticator set up another. No
        person decides what they asked for themselves, or what is about them.
      </Heading>
      <WaitingRequests action="sessions.end" />
      <WaitingRequests action="factor.recover" />
      <SignOutMember />
      {error ? <Failed error={error} retry={refetch} /> : !data ? <Loading /> : null}
      {data ? <Colleagues staff={data.staff} /> : null}
    </>
  );
}

function SignOutMember() {
  const [account, setAccount] = useState('');
  const subject = account.trim();
  return (
    <section className="card stack" aria-label="Sign a member out everywhere">
      <h2>Sign a member out everywhere</h2>
      <p>Nothing else of the account changes: its owner signs in as before, and reads who asked for it, and why.</p>
      <label>
        Account
        <input
          spellCheck={false}
          autoCapitalize="none"
          value={account}
          onChange={(event) => setAccount(event.target.value)}
        />
      </label>
      {subject === '' ? null : (
        <RequestButton action="sessions.end" subject={subject} trigger={`Sign ${subject} out`} />
      )}
    </section>
  );
}

function Colleagues({ staff }: { readonly staff: readonly Colleague[] }) {
  const me = useSession()?.staff.number;
  return (
    <section className="card stack" aria-label="Colleagues">
      <h2>Colleagues</h2>
      {staff.map(({ number, name, secondFactor }) => (
        <div className="row" key={number}>
          <span>
            {name} <span className="tag">{number}</span>{' '}
            <span className={secondFactor ? 'tag good' : 'tag wait'}>
              {secondFactor ? 'second factor on' : 'no second factor'}
            </span>
          </span>
          {secondFactor && number !== me ? (
            <RequestButton action="factor.recover" subject={number} trigger="Lost the authenticator" />
          ) : null}
        </div>
      ))}
    </section>
  );
}
