import { useCall } from '../api/data.ts';
import { grouped } from '../lib/figures.ts';
import { Failed, Heading, Loading } from '../ui/states.tsx';
import { fromNow } from '../lib/time.ts';
import { words } from '../lib/words.ts';
import css from './health.module.css';

type Sign = readonly [name: string, value: string, isWell: boolean, what: string];

/** Entries get their place in the tree within a second; more than this waiting means that the sealer stands still. */
const MAX_UNSEALED = 1_000;
const TWO_DAYS_MS = 48 * 3_600_000;

export function Health() {
  const { data, error, refetch, dataUpdatedAt } = useCall('consoleHealth', {}, { everyMs: 2_000 });
  if (error && !data) return <Failed error={error} retry={refetch} />;
  if (!data) return <Loading />;
  const oldest = data.oldestWithdrawalAt;
  const signs: readonly Sign[] = [
    ['Server', error ? 'does not answer' : 'answers', !error, 'This page asks every two seconds.'],
    [
      'Books',
      data.booksStopped ? 'stopped' : 'in order',
      !data.booksStopped,
      'A contradiction stops all money until two people have recorded why.',
    ],
    [
      'Entries not sealed yet',
      grouped(String(data.unsealed)),
      data.unsealed <= MAX_UNSEALED,
      'Each gets its place in the signed tree within a second.',
    ],
    [
      'Jobs that failed',
      grouped(String(data.jobsFailed)),
      data.jobsFailed === 0,
      'Jobs that failed at each try: a person looks at the log.',
    ],
    [
      'Oldest withdrawal',
      oldest === null ? 'none waits' : fromNow(oldest),
      oldest === null || dataUpdatedAt - oldest < TWO_DAYS_MS,
      'None waits for more than 48 hours: it is approved by itself.',
    ],
    [
      'Market',
      `${words(data.phase)}, ${data.marketTime.slice(11, 16)} on ${data.marketTime.slice(0, 10)}`,
      true,
      'Time and phase of the market’s own clock.',
    ],
  ];
  return (
    <>
      <Heading title="Health">How the server and its books are, now. Figures for machines are under /metrics.</Heading>
      <ul className={css.signs}>
        {signs.map(([name, value, isWell, what]) => (
          <li key={name} className="card">
            <span
              className={`${css.dot} ${isWell ? css.good : css.bad}`}
              role="img"
              aria-label={isWell ? 'well' : 'not well'}
            />
            <div>
              <strong>{name}</strong>
              <p className="quiet">{what}</p>
            </div>
            <span className={css.value}>{value}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
