import { Link } from 'react-router';
import { Decide, Decision, useOpenRequests, Wish } from '../decisions/decision.tsx';
import { RequestButton } from '../decisions/request-button.tsx';
import { useCall } from '../api/data.ts';
import { useSession } from '../api/session.ts';
import { Empty, Failed, Heading, Loading } from '../ui/states.tsx';
import { fromNow } from '../lib/time.ts';
import { words } from '../lib/words.ts';
import css from './overview.module.css';

/** What waits for the second person, and is not one's own. */
function ForMe() {
  const me = useSession()?.staff.number;
  const mine = [...useOpenRequests().values()].filter(({ maker }) => maker !== me);
  return (
    <section aria-label="For you to decide">
      <h2>For you to decide</h2>
      {mine.length === 0 ? <Empty>Nothing waits for a second person.</Empty> : null}
      {mine.map((request) => (
        <article className={css.decide} key={request.id}>
          <div>
            <Wish request={request} />
            <p className="quiet">About {request.subject}</p>
          </div>
          <Decide request={request} />
        </article>
      ))}
    </section>
  );
}

export function Overview() {
  const { data, error, refetch } = useCall('consoleHealth', {});
  const requests = useOpenRequests();
  if (error && !data) return <Failed error={error} retry={refetch} />;
  if (!data) return <Loading />;
  const oldest = data.oldestWithdrawalAt;
  const figures: readonly (readonly [string, number, string, string])[] = [
    ['Identities', data.identitiesWaiting, '/identities', 'under review'],
    ['Withdrawals', data.withdrawalsWaiting, '/withdrawals', oldest === null ? 'waiting' : `oldest ${fromNow(oldest)}`],
    ['Appeals', data.appealsOpen, '/appeals', 'open'],
    ['Messages', data.supportUnread, '/support', 'unread'],
    ['Jobs', data.jobsFailed, '/health', 'failed'],
  ];
  const stop = data.booksStop;
  const asked = [...requests.values()].find(
    (request) => request.action === 'books.cause' && request.subject === stop?.id,
  );
  return (
    <>
      <Heading title="Overview">
        Market phase: {words(data.phase).toLowerCase()}, {data.marketTime.slice(11, 16)} on{' '}
        {data.marketTime.slice(0, 10)}.
      </Heading>
      {stop ? (
        <section className={css.stopped} role="alert">
          <p>No money moves: the check {stop.check} contradicts the books. Two people have to record why.</p>
          <Decision request={asked} requestId={asked?.id ?? null}>
            <RequestButton action="books.cause" subject={stop.id} trigger="Record the cause" hasCause />
          </Decision>
        </section>
      ) : null}
      <ul className={css.figures}>
        {figures.map(([name, count, to, what]) => (
          <li key={name}>
            <Link to={to} className={count > 0 ? css.waits : undefined}>
              <span>{name}</span>
              <strong>{count}</strong>
              <span className="quiet">{what}</span>
            </Link>
          </li>
        ))}
      </ul>
      <ForMe />
    </>
  );
}
