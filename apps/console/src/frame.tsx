import { Outlet, NavLink } from 'react-router';
import { useState } from 'react';
import { useAct, useCall } from './data.ts';
import { end, useSession } from './session.ts';

type Waits = 'identitiesWaiting' | 'withdrawalsWaiting' | 'appealsOpen' | 'supportUnread';
const PAGES: readonly (readonly [path: string, title: string, waits?: Waits])[] = [
  ['/', 'Overview'],
  ['/requests', 'Second person'],
  ['/identities', 'Identities', 'identitiesWaiting'],
  ['/recharges', 'Recharges'],
  ['/withdrawals', 'Withdrawals', 'withdrawalsWaiting'],
  ['/appeals', 'Appeals', 'appealsOpen'],
  ['/support', 'Support', 'supportUnread'],
  ['/articles', 'Articles'],
  ['/votes', 'Votes'],
  ['/offerings', 'Offerings'],
  ['/ledger', 'Ledger'],
  ['/accounts', 'Accounts'],
  ['/audit', 'Audit'],
  ['/nobody', 'What nobody here can do'],
];

function ThemeButton() {
  const [isDark, setIsDark] = useState(document.documentElement.dataset['theme'] === 'darkblue');
  const change = () => {
    const theme = isDark ? 'white' : 'darkblue';
    document.documentElement.dataset['theme'] = theme;
    localStorage.setItem('console.theme', theme);
    setIsDark(!isDark);
  };
  return (
    <button type="button" aria-pressed={isDark} onClick={change}>
      Dark
    </button>
  );
}

/** Everything around a page: who is here, what waits, where one can go. */
export function Frame() {
  const signedIn = useSession();
  const signOut = useAct('consoleSignOut');
  const { data: health } = useCall('consoleHealth', {});
  const { data: open } = useCall('consoleRequests', { state: 'open', size: 100 });
  const forMe = (open?.list ?? []).filter(({ maker }) => maker !== signedIn?.staff.number).length;
  return (
    <div className="frame">
      <p className="marker">
        Practice market: simulated prices, paper money. Everything you do here is written down, and shown to whom it
        concerns.
      </p>
      <header className="head">
        <strong>Khara back office</strong>
        <span>
          {signedIn?.staff.name} <span className="tag">{signedIn?.staff.number}</span>
        </span>
        <ThemeButton />
        <button type="button" onClick={() => signOut.mutate({}, { onSettled: () => end() })}>
          Sign out
        </button>
      </header>
      <div className="body">
        <nav className="side" aria-label="Pages">
          {PAGES.map(([path, title, waits]) => {
            const count = path === '/requests' ? forMe : waits && health ? health[waits] : 0;
            return (
              <NavLink key={path} to={path} end={path === '/'}>
                {title}
                {count > 0 ? <span className="count">{count}</span> : null}
              </NavLink>
            );
          })}
        </nav>
        <main>
          <Outlet />
        </main>
      </div>
    </div>
  );
}
