import { Link } from 'react-router';
import { Decision, RequestButton, useOpenRequests } from '../decision.tsx';
import { useCall } from '../data.ts';
import { fromNow } from '../ui/time.ts';
import { words } from '../ui/words.ts';

export function Overview() {
  const { data, error } = useCall('consoleHealth', {});
  const requests = useOpenRequests();
  if (error) return <p role="alert">{error.message}</p>;
  if (!data) return <p className="empty">Loading …</p>;
  const figures: readonly (readonly [string, string, string?])[] = [
    ['Market', `${words(data.phase)}, ${data.marketTime.slice(11, 16)} on ${data.marketTime.slice(0, 10)}`],
    ['Identities under review', String(data.identitiesWaiting), '/identities'],
    ['Withdrawals waiting', String(data.withdrawalsWaiting), '/withdrawals'],
    ['Oldest withdrawal', data.oldestWithdrawalAt === null ? 'none' : fromNow(data.oldestWithdrawalAt), '/withdrawals'],
    ['Appeals open', String(data.appealsOpen), '/appeals'],
    ['Messages unread', String(data.supportUnread), '/support'],
    ['Entries not sealed yet', String(data.unsealed), '/ledger'],
    ['Jobs that failed', String(data.jobsFailed)],
  ];
  const stop = data.booksStop;
  const asked = [...requests.values()].find(
    (request) => request.action === 'books.cause' && request.subject === stop?.id,
  );
  return (
    <>
      <h1>Overview</h1>
      {stop ? (
        <section className="card" role="alert">
          <p>No money moves: the check {stop.check} contradicts the books. Two people have to record why.</p>
          <Decision request={asked} requestId={asked?.id ?? null}>
            <RequestButton action="books.cause" subject={stop.id} trigger="Record the cause" hasCause />
          </Decision>
        </section>
      ) : null}
      <dl className="figures">
        {figures.map(([name, value, to]) => (
          <div key={name}>
            <dt>{to ? <Link to={to}>{name}</Link> : name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
