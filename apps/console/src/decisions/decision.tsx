import type { ConsoleActionName, ConsoleData } from '@khara/contract';
import type { ComponentProps, ReactNode } from 'react';
import { CONSOLE_ACTIONS } from 'virtual:contract';
import { ArticleChange, type Article } from './article-change.tsx';
import { BannerChange } from './banner-change.tsx';
import { useAct, useCall } from '../api/data.ts';
import { useSession } from '../api/session.ts';
import { TextChange } from './text-change.tsx';
import { showTime } from '../lib/time.ts';
import { words } from '../lib/words.ts';
import css from './decision.module.css';
import terms from '../ui/terms.module.css';

type Request = ConsoleData<'consoleDecide'>;

/** Everything that was asked for, term by term: the second person reads it before agreeing. */
function What({ payload }: { readonly payload: Request['payload'] }) {
  return (
    <details>
      <summary>What exactly</summary>
      <dl className={terms.terms}>
        {flattenLines(payload['offering'] ?? payload['announcement']).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** A value of parts as lines: "issue, names, hi" and what stands there. */
function flattenLines(value: unknown, path: readonly string[] = []): readonly (readonly [string, string])[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, part]) => flattenLines(part, [...path, words(name)]));
  return [[path.join(', '), value === null ? 'none' : String(value)]];
}

/** What a request wants, in a few words. */
export function Wish({ request }: { readonly request: Request }) {
  const { action, payload, maker, reason, at } = request;
  const yes = payload['approve'];
  return (
    <span>
      {CONSOLE_ACTIONS[action].name}
      {typeof yes === 'boolean' ? (
        <>
          {' '}
          <span className={yes ? 'tag good' : 'tag bad'}>{yes ? 'approve' : 'decline'}</span>
        </>
      ) : null}{' '}
      <span className="quiet">
        asked by {maker}, {words(reason)}
        {typeof payload['flaw'] === 'string' ? `, ${words(payload['flaw'])}` : ''}
        {typeof payload['cause'] === 'string' ? `: ${payload['cause']}` : ''}, {showTime(at)}
      </span>
      {'offering' in payload || 'announcement' in payload ? <What payload={payload} /> : null}
      {'text' in payload ? (
        <TextChange id={request.subject} change={payload['text'] as ComponentProps<typeof TextChange>['change']} />
      ) : null}
      {'banner' in payload ? (
        <BannerChange
          id={request.subject}
          banner={payload['banner'] as ComponentProps<typeof BannerChange>['banner']}
          isOpen={request.state === 'open'}
        />
      ) : null}
      {'article' in payload ? (
        <ArticleChange id={request.subject} article={payload['article'] as Article} isOpen={request.state === 'open'} />
      ) : null}
    </span>
  );
}

/** Agrees to a request, or declines it. The requester cannot. */
export function Decide({ request }: { readonly request: Request }) {
  const me = useSession()?.staff.number;
  const act = useAct('consoleDecide');
  if (request.state !== 'open') return <span className="tag wait">{words(request.state)}</span>;
  const isOwn = request.maker === me;
  const isAboutMe = request.subject === me;
  const decide = (approve: boolean) =>
    act.mutate({ id: request.id, approve, reason: approve ? request.reason : 'review' });
  return (
    <div className="row">
      <button
        type="button"
        className="primary"
        disabled={isOwn || isAboutMe || act.isPending}
        onClick={() => decide(true)}
      >
        Agree
      </button>
      <button type="button" disabled={isOwn || isAboutMe || act.isPending} onClick={() => decide(false)}>
        Decline
      </button>
      {isOwn ? <span className="quiet">You asked for this: another person decides.</span> : null}
      {isAboutMe ? <span className="quiet">It is about you: another person decides.</span> : null}
      {act.error ? <p role="alert">{act.error.message}</p> : null}
    </div>
  );
}

/** Requests that wait, by their ids: what a queue's line says of its own. */
export function useOpenRequests(): ReadonlyMap<string, Request> {
  const { data } = useCall('consoleRequests', { state: 'open', size: 100 });
  return new Map((data?.list ?? []).map((request) => [request.id, request]));
}

/** What was asked for of one kind and waits for a second person, by what it is about. */
export const useWaiting = (wanted: ConsoleActionName): ReadonlyMap<string, Request> =>
  new Map(
    [...useOpenRequests().values()]
      .filter(({ action }) => action === wanted)
      .map((request) => [request.subject, request]),
  );

/** The same, whole, under the name of what it is about. */
export function WaitingRequests({ action }: { readonly action: ConsoleActionName }) {
  return [...useWaiting(action).values()].map((request) => (
    <article className="card stack" key={request.id} aria-labelledby={`request-${request.id}`}>
      <h2 id={`request-${request.id}`} className={css.subject}>
        {request.subject}
      </h2>
      <Wish request={request} />
      <Decide request={request} />
    </article>
  ));
}

/** The cell of a queue's line: what was asked for and by whom, or the buttons to ask. */
export function Decision({
  request,
  requestId,
  children,
}: {
  readonly request: Request | undefined;
  readonly requestId: string | null;
  readonly children: ReactNode;
}) {
  if (requestId === null) return <div className="row">{children}</div>;
  if (!request) return <span className="tag wait">Agreed, being carried out</span>;
  return (
    <div className="stack">
      <Wish request={request} />
      <Decide request={request} />
    </div>
  );
}
