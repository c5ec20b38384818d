import { useForm } from 'react-hook-form';
import { NavLink, useParams } from 'react-router';
import { useAct, useCall } from '../api/data.ts';
import { Empty, Failed, Heading, Loading } from '../ui/states.tsx';
import { showTime } from '../lib/time.ts';
import css from './support.module.css';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { picture } from '../api/api.ts';
import pictures from './pictures.module.css';

const LIVE_MS = 2_500;

function Thread({ memberId }: { readonly memberId: string }) {
  const { data, error } = useCall('consoleThread', { memberId, size: 100 }, { everyMs: LIVE_MS });
  const answer = useAct('consoleAnswer');
  const { register, handleSubmit, reset } = useForm<{ text: string }>();
  const send = handleSubmit(({ text }) => answer.mutate({ memberId, text }, { onSuccess: () => reset() }));
  return (
    <section aria-label={`Thread of ${memberId}`}>
      <ol className={css.messages} tabIndex={0}>
        {data?.list.map((message) => (
          <li key={message.id} className={message.from === 'service' ? css.service : undefined}>
            {message.fileId === null ? null : <SentPicture id={message.fileId} />}
            {message.text}
            <div className="quiet">
              {message.from === 'member' ? 'Member' : 'Khara'}, {showTime(message.at)}
              {message.from === 'service' ? (message.readAt === null ? ', not read yet' : ', read') : ''}
            </div>
          </li>
        ))}
      </ol>
      {error ? <p role="alert">{error.message}</p> : null}
      <form className="stack" onSubmit={(event) => void send(event)}>
        <label>
          Answer
          <textarea
            maxLength={2000}
            {...register('text', { required: true })}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
            }}
          />
        </label>
        {answer.error ? <p role="alert">{answer.error.message}</p> : null}
        <div className="row">
          <button type="submit" className="primary" disabled={answer.isPending}>
            Send
          </button>
          <span className="quiet">Ctrl and Enter send too. Never ask for a password or a code.</span>
        </div>
      </form>
    </section>
  );
}

export function Support() {
  const { memberId } = useParams();
  const { data, error, refetch } = useCall('consoleThreads', {}, { everyMs: LIVE_MS });
  return (
    <>
      <Heading title="Support">
        Answers are live on the member’s devices, and in their access log. No answer may name an account to pay into.
      </Heading>
      {error ? <Failed error={error} retry={refetch} /> : null}
      {data?.list.length === 0 ? <Empty>No messages.</Empty> : null}
      {!data && !error ? <Loading /> : null}
      <div className={css.conversation}>
        <ul className={css.threads}>
          {data?.list.map((thread) => (
            <li key={thread.memberId}>
              <NavLink to={`/support/${thread.memberId}`}>
                <div>
                  {thread.unread > 0 ? <span className="tag wait">{thread.unread} unread</span> : null}{' '}
                  {thread.lastText.slice(0, 80)}
                </div>
                <div className="quiet">
                  {thread.memberId}, {showTime(thread.lastAt)}
                </div>
              </NavLink>
            </li>
          ))}
        </ul>
        {memberId === undefined ? (
          data?.list.length ? (
            <p className="quiet">Choose a thread.</p>
          ) : null
        ) : (
          <Thread key={memberId} memberId={memberId} />
        )}
      </div>
    </>
  );
}

/** A picture that a member sent. Looking at it is an act that its owner can see. */
function SentPicture({ id }: { readonly id: string }) {
  const look = useMutation({ mutationFn: () => picture(id) });
  const seen = look.data;
  useEffect(() => () => void (seen && URL.revokeObjectURL(seen)), [seen]);
  if (seen) {
    return (
      <div className={pictures.pictures}>
        <img src={seen} alt="Sent by the member" />
      </div>
    );
  }
  return (
    <div>
      <button type="button" disabled={look.isPending} onClick={() => look.mutate()}>
        Look at the picture
      </button>
      {look.error ? <p role="alert">{look.error.message}</p> : null}
    </div>
  );
}
