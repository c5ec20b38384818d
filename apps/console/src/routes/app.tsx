import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, type ComponentType } from 'react';
import { HashRouter, Navigate, Route, Routes } from 'react-router';
import { queries } from '../api/data.ts';
import { Frame } from '../shell/frame.tsx';
import { Overview } from '../pages/overview.tsx';
import { SignIn } from '../pages/sign-in.tsx';
import { useSession } from '../api/session.ts';
import { Loading } from '../ui/states.tsx';

/** A page that is fetched when it is first opened. */
const page = <Name extends string>(load: () => Promise<Readonly<Record<Name, ComponentType>>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }));

const queues = () => import('../pages/queues.tsx');
const article = () => import('../pages/article.tsx');
const fixedText = () => import('../pages/fixed-texts.tsx');
const PAGES: readonly (readonly [path: string, page: ComponentType])[] = [
  ['requests', page(() => import('../pages/requests.tsx'), 'Requests')],
  ['identities', page(() => import('../pages/identities.tsx'), 'Identities')],
  ['recharges', page(queues, 'Recharges')],
  ['withdrawals', page(queues, 'Withdrawals')],
  ['appeals', page(queues, 'Appeals')],
  ['offerings', page(queues, 'Offerings')],
  ['offerings/new', page(() => import('../pages/new-offering.tsx'), 'NewOffering')],
  ['support', page(() => import('../pages/support.tsx'), 'Support')],
  ['support/:memberId', page(() => import('../pages/support.tsx'), 'Support')],
  ['staff', page(() => import('../pages/staff.tsx'), 'Staff')],
  ['accounts', page(() => import('../pages/accounts.tsx'), 'Accounts')],
  ['articles', page(() => import('../pages/articles.tsx'), 'Articles')],
  ['articles/new', page(article, 'NewArticle')],
  ['articles/:id', page(article, 'EditArticle')],
  ['banners', page(() => import('../pages/banners.tsx'), 'Banners')],
  ['texts', page(fixedText, 'FixedTexts')],
  ['texts/:id', page(fixedText, 'EditText')],
  ['announcements', page(() => import('../pages/announcements.tsx'), 'Announcements')],
  ['suspensions', page(() => import('../pages/suspensions.tsx'), 'Suspensions')],
  ['votes', page(() => import('../pages/votes.tsx'), 'Votes')],
  ['health', page(() => import('../pages/health.tsx'), 'Health')],
  ['ledger', page(() => import('../pages/ledger.tsx'), 'Ledger')],
  ['audit', page(() => import('../pages/audit.tsx'), 'Audit')],
  ['limits', page(() => import('../pages/limits.tsx'), 'Limits')],
];

function Pages() {
  if (!useSession()) return <SignIn />;
  return (
    <Suspense fallback={<Loading />}>
      <Routes>
        <Route element={<Frame />}>
          <Route index element={<Overview />} />
          {PAGES.map(([path, Page]) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          <Route path="*" element={<Navigate to="/" replace />} />
        </Route>
      </Routes>
    </Suspense>
  );
}

export function App() {
  return (
    <QueryClientProvider client={queries}>
      <HashRouter>
        <Pages />
      </HashRouter>
    </QueryClientProvider>
  );
}
