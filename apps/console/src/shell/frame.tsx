import { Suspense, useEffect, useRef, useState } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { store } from '../../../web/src/lib/storage.ts';
import { useAct, useCall } from '../api/data.ts';
import { endSession, useSession } from '../api/session.ts';
import { Loading } from '../ui/states.tsx';
import css from './frame.module.css';

type CountName = 'identitiesWaiting' | 'withdrawalsWaiting' | 'appealsOpen' | 'supportUnread' | 'forMe';
type Entry = readonly [path: string, title: string, waits?: CountName];
const GROUPS: readonly (readonly [title: string, entries: readonly Entry[]])[] = [
  [
    'Now',
    [
      ['/', 'Overview'],
      ['/requests', 'Second person', 'forMe'],
    ],
  ],
  [
    'Two people decide',
    [
      ['/identities', 'Identities', 'identitiesWaiting'],
      ['/recharges', 'Recharges'],
      ['/withdrawals', 'Withdrawals', 'withdrawalsWaiting'],
      ['/appeals', 'Appeals', 'appealsOpen'],
      ['/offerings', 'Offerings'],
      ['/announcements', 'Announcements'],
      ['/suspensions', 'Suspensions'],
    ],
  ],
  [
    'People',
    [
      ['/support', 'Support', 'supportUnread'],
      ['/accounts', 'Accounts'],
      ['/staff', 'Staff and sign-ins'],
    ],
  ],
  [
    'Content',
    [
      ['/articles', 'Articles'],
      ['/banners', 'Banners'],
      ['/texts', 'Fixed texts'],
      ['/votes', 'Votes'],
    ],
  ],
  [
    'Books',
    [
      ['/ledger', 'Ledger'],
      ['/audit', 'Audit'],
      ['/health', 'Health'],
      ['/limits', 'What staff cannot do'],
    ],
  ],
];

function ThemeButton() {
  const [isDark, setIsDark] = useState(document.documentElement.dataset['theme'] === 'darkblue');
  const change = () => {
    const theme = isDark ? 'white' : 'darkblue';
    document.documentElement.dataset['theme'] = theme;
    store('console.theme', theme);
    setIsDark(!isDark);
  };
  return (
    <button type="button" aria-pressed={isDark} onClick={change}>
      Dark
    </button>
  );
}

function Pages() {
  const me = useSession()?.staff.number;
  const { data: health } = useCall('consoleHealth', {});
  const { data: open } = useCall('consoleRequests', { state: 'open', size: 100 });
  const forMe = (open?.list ?? []).filter(({ maker }) => maker !== me).length;
  const counts = { ...health, forMe };
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a narrow screen the pages are a line that scrolls: where one is can be seen in it.
  useEffect(() => {
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <nav ref={nav} className={css.side} aria-label="Pages">
      {GROUPS.map(([title, entries]) => (
        <div key={title} role="group" aria-label={title}>
          <p aria-hidden="true">{title}</p>
          {entries.map(([path, name, waits]) => {
            const count = (waits && counts[waits]) ?? 0;
            return (
              <NavLink key={path} to={path} end={path === '/'}>
                {name}
                {count > 0 ? <span className={css.count}>{count}</span> : null}
              </NavLink>
            );
          })}
        </div>
      ))}
    </nav>
  );
}

/** Staff use the service too: the AGPL, section 13, gives them a way to its source. */
export function Source() {
  const source = useCall('consoleHealth', {}).data?.source;
  if (!source) return null;
  return (
    <footer className={css.source}>
      Khara {source.version}, free software under the AGPL.{' '}
      {source.url === null ? (
        'Ask its operator for the source.'
      ) : (
        <a href={source.url} target="_blank" rel="noopener noreferrer">
          Source code
        </a>
      )}
    </footer>
  );
}

const skipToPage = () => document.querySelector('main')?.focus();

/** Everything around a page: who is here, what waits, where one can go. */
export function Frame() {
  const signedIn = useSession();
  const signOut = useAct('consoleSignOut');
  return (
    <div className={css.frame}>
      <button type="button" className={css.skip} onClick={skipToPage}>
        Go to the page
      </button>
      <p className={css.marker}>
        Practice market: simulated prices, paper money. Everything you do here is written down, and shown to whom it
        concerns.
      </p>
      <header className={css.head}>
        <strong>
          <img src="/console/mark.svg" alt="" /> Khara back office
        </strong>
        <span>
          {signedIn?.staff.name} <span className="tag">{signedIn?.staff.number}</span>
        </span>
        <ThemeButton />
        <button type="button" onClick={() => signOut.mutate({}, { onSettled: () => endSession() })}>
          Sign out
        </button>
      </header>
      <div className={css.body}>
        <Pages />
        <main tabIndex={-1}>
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <Source />
    </div>
  );
}
