import type { ConsoleData, ConsolePayload } from '@khara/contract';
import { useForm } from 'react-hook-form';
import { useAct, useCall } from '../api/data.ts';
import { useSession } from '../api/session.ts';
import { Empty, Failed, Heading, Loading } from '../ui/states.tsx';
import { showTime } from '../lib/time.ts';
import { words } from '../lib/words.ts';

type Colleague = ConsoleData<'consoleStaff'>['staff'][number];
type Agreement = ConsoleData<'consoleStaff'>['agreements'][number];
type AgreeRequest = ConsolePayload<'consoleAgree'>;

/** Who works here, and the two acts that need nothing but the word of two of them. */
export function Staff() {
  const { data, error, refetch } = useCall('consoleStaff', {});
  return (
    <>
      <Heading title="Staff and sign-ins">
        Two people can sign a member out everywhere, and let a colleague who lost the authenticator set up another. The
        second one who says so within a day does it. No person counts twice, or for themselves.
      </Heading>
      {error ? <Failed error={error} retry={refetch} /> : !data ? <Loading /> : null}
      {data ? (
        <>
          <Waiting agreements={data.agreements} />
          <SignOutMember />
          <Colleagues staff={data.staff} />
        </>
      ) : null}
    </>
  );
}

function Waiting({ agreements }: { readonly agreements: readonly Agreement[] }) {
  const me = useSession()?.staff.number;
  const act = useAct('consoleAgree');
  return (
    <section className="card stack" aria-label="Waits for a second person">
      <h2>Waits for a second person</h2>
      {agreements.length === 0 ? <Empty>No requests.</Empty> : null}
      {agreements.map(({ act: what, subject, staff, reason, at }) => (
        <div className="row" key={`${what} ${subject} ${staff}`}>
          <span>
            {words(what)}: {subject}{' '}
            <span className="quiet">
              asked by {staff}, {words(reason)}, {showTime(at)}
            </span>
          </span>
          <button
            type="button"
            className="primary"
            disabled={act.isPending || staff === me || subject === me}
            onClick={() => act.mutate({ act: what, subject, reason })}
          >
            Agree
          </button>
        </div>
      ))}
      {act.error ? <p role="alert">{act.error.message}</p> : null}
    </section>
  );
}

function SignOutMember() {
  const act = useAct('consoleAgree');
  const { register, handleSubmit, reset } = useForm<Pick<AgreeRequest, 'subject' | 'reason'>>();
  const send = handleSubmit(async ({ subject, reason }) => {
    await act.mutateAsync({ act: 'sessions.end', subject: subject.trim(), reason }).then(
      () => reset(),
      () => undefined,
    );
  });
  return (
    <form className="card stack" onSubmit={(event) => void send(event)}>
      <h2>Sign a member out everywhere</h2>
      <p>Nothing else of the account changes: its owner signs in as before, and reads who asked for it, and why.</p>
      <label>
        Account
        <input spellCheck={false} autoCapitalize="none" {...register('subject', { required: true })} />
      </label>
      <label>
        Reason
        <select {...register('reason')}>
          <option value="member_asked">{words('member_asked')}</option>
          <option value="account_at_risk">{words('account_at_risk')}</option>
        </select>
      </label>
      {act.error ? <p role="alert">{act.error.message}</p> : null}
      <button type="submit" className="primary" disabled={act.isPending}>
        Ask for it
      </button>
    </form>
  );
}

function Colleagues({ staff }: { readonly staff: readonly Colleague[] }) {
  const me = useSession()?.staff.number;
  const act = useAct('consoleAgree');
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
            <button
              type="button"
              disabled={act.isPending}
              onClick={() => act.mutate({ act: 'factor.recover', subject: number, reason: 'device_lost' })}
            >
              Lost the authenticator
            </button>
          ) : null}
        </div>
      ))}
      {act.error ? <p role="alert">{act.error.message}</p> : null}
    </section>
  );
}
