import { Dialog } from '@base-ui/react/dialog';
import type { ConsoleData, ConsolePayload } from '@khara/contract';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { KYC_REASONS } from 'virtual:contract';
import { ArticleChange, type Article } from './article-change.tsx';
import { BannerChange } from './banner-change.tsx';
import { useAct, useCall } from './data.ts';
import { useSession } from './session.ts';
import { TextChange } from './text-change.tsx';
import { showTime } from './ui/time.ts';
import { words } from './ui/words.ts';
import css from './decision.module.css';
import terms from './ui/terms.module.css';

type Request = ConsoleData<'consoleDecide'>;
export type Action = Request['action'];
type ReasonCode = Request['reason'];

/** Reasons that fit an action: the published list, without what would make no sense. */
export const REASONS: Readonly<Record<Action, readonly ReasonCode[]>> = {
  'identity.decide': ['documents_match', 'documents_do_not_match'],
  'recharge.decide': ['payment_seen', 'payment_not_seen', 'member_asked'],
  'withdrawal.decide': ['review', 'holder_differs', 'member_asked'],
  'appeal.decide': ['appeal_justified', 'appeal_not_justified'],
  'offering.create': ['issuer_asked'],
  'offering.withdraw': ['issuer_asked'],
  'announcement.publish': ['review'],
  'books.cause': ['books_explained'],
  'share.suspend': ['surveillance', 'issuer_asked'],
  'text.change': ['review'],
  'banner.publish': ['review'],
  'article.publish': ['review'],
};

/** What a request is called where it is decided. */
const NAMES: Readonly<Record<Action, string>> = {
  'identity.decide': 'An identity',
  'recharge.decide': 'A recharge',
  'withdrawal.decide': 'A withdrawal',
  'appeal.decide': 'An appeal',
  'offering.create': 'A new offering',
  'offering.withdraw': 'Withdraw an offering',
  'announcement.publish': 'An announcement',
  'books.cause': 'The cause of a contradiction',
  'share.suspend': 'Suspend a share',
  'text.change': 'A fixed text',
  'banner.publish': 'A banner',
  'article.publish': 'An article',
};

function Ask({
  title,
  trigger,
  children,
}: {
  title: string;
  trigger: string;
  children: (close: () => void) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger render={<button type="button">{trigger}</button>} />
      <Dialog.Portal>
        <Dialog.Backdrop className={css.scrim} />
        <Dialog.Popup className={css.dialog}>
          <Dialog.Title render={<h2>{title}</h2>} />
          {open ? children(() => setOpen(false)) : null}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type Wanted = {
  readonly action: Action;
  readonly subject: string;
  /** What the button says, and what is asked for with it. */
  readonly trigger: string;
  readonly approve?: boolean;
  readonly hasCause?: boolean;
};

function RequestForm({ action, subject, approve, hasCause, close }: Omit<Wanted, 'trigger'> & { close: () => void }) {
  const act = useAct('consoleRequest');
  const { register, handleSubmit } = useForm<{
    reason: ReasonCode;
    flaw: (typeof KYC_REASONS)[number];
    cause: string;
  }>();
  const hasFlaw = action === 'identity.decide' && approve === false;
  const send = handleSubmit(async ({ reason, flaw, cause }) => {
    const payload: ConsolePayload<'consoleRequest'>['payload'] = {
      ...(approve === undefined ? {} : { approve }),
      ...(hasFlaw ? { flaw } : {}),
      ...(hasCause ? { cause } : {}),
    };
    await act.mutateAsync({ action, subject, payload, reason }).then(close, () => undefined);
  });
  return (
    <form className="stack" onSubmit={(event) => void send(event)}>
      <p>A second person has to agree. The reason is shown to whom it concerns.</p>
      <label>
        Reason
        <select {...register('reason')}>
          {REASONS[action].map((code) => (
            <option key={code} value={code}>
              {words(code)}
            </option>
          ))}
        </select>
      </label>
      {hasFlaw ? (
        <label>
          What is wrong
          <select {...register('flaw')}>
            {KYC_REASONS.map((code) => (
              <option key={code} value={code}>
                {words(code)}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      {hasCause ? (
        <label>
          Cause, in at least ten characters
          <textarea {...register('cause', { required: true, minLength: 10 })} />
        </label>
      ) : null}
      {act.error ? <p role="alert">{act.error.message}</p> : null}
      <div className="row">
        <button type="submit" className="primary" disabled={act.isPending}>
          Ask for it
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** Asks for something that needs two people. */
export function RequestButton({ trigger, ...wanted }: Wanted) {
  return (
    <Ask title={trigger} trigger={trigger}>
      {(close) => <RequestForm {...wanted} close={close} />}
    </Ask>
  );
}

/** Everything that was asked for, term by term: the second person reads it before agreeing. */
function What({ payload }: { readonly payload: Request['payload'] }) {
  return (
    <details>
      <summary>What exactly</summary>
      <dl className={terms.terms}>
        {linesOf(payload['offering'] ?? payload['announcement']).map(([name, value]) => (
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
function linesOf(value: unknown, path: readonly string[] = []): readonly (readonly [string, string])[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, part]) => linesOf(part, [...path, words(name)]));
  return [[path.join(', '), value === null ? 'none' : String(value)]];
}

/** What a request wants, in a few words. */
export function Wish({ request }: { readonly request: Request }) {
  const { action, payload, maker, reason, at } = request;
  const yes = payload['approve'];
  return (
    <span>
      {NAMES[action]}
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
      {action === 'text.change' ? (
        <TextChange id={request.subject} change={payload['text'] as ComponentProps<typeof TextChange>['change']} />
      ) : null}
      {action === 'banner.publish' ? (
        <BannerChange
          id={request.subject}
          banner={payload['banner'] as ComponentProps<typeof BannerChange>['banner']}
          isOpen={request.state === 'open'}
        />
      ) : null}
      {action === 'article.publish' ? (
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
  const decide = (approve: boolean) =>
    act.mutate({ id: request.id, approve, reason: approve ? request.reason : 'review' });
  return (
    <div className="row">
      <button type="button" className="primary" disabled={isOwn || act.isPending} onClick={() => decide(true)}>
        Agree
      </button>
      <button type="button" disabled={isOwn || act.isPending} onClick={() => decide(false)}>
        Decline
      </button>
      {isOwn ? <span className="quiet">You asked for this: another person decides.</span> : null}
      {act.error ? <p role="alert">{act.error.message}</p> : null}
    </div>
  );
}

/** Requests that wait, by their ids: what a queue's line says of its own. */
export function useOpenRequests(): ReadonlyMap<string, Request> {
  const { data } = useCall('consoleRequests', { state: 'open', size: 100 });
  return new Map((data?.list ?? []).map((request) => [request.id, request]));
}

/** What was asked for of one kind and waits for a second person, whole, under the name of what it is about. */
export function WaitingRequests({ action }: { readonly action: Action }) {
  return [...useOpenRequests().values()]
    .filter((request) => request.action === action)
    .map((request) => (
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
