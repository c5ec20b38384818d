import { QueryClientProvider } from '@tanstack/react-query';
import { HashRouter, Navigate, Route, Routes } from 'react-router';
import { queries } from './data.ts';
import { Frame } from './frame.tsx';
import { Articles } from './pages/articles.tsx';
import { EditArticle, NewArticle } from './pages/article.tsx';
import { Accounts, Audit, Ledger } from './pages/books.tsx';
import { Identities } from './pages/identities.tsx';
import { Nobody } from './pages/nobody.tsx';
import { Overview } from './pages/overview.tsx';
import { Appeals, Offerings, Recharges, Withdrawals } from './pages/queues.tsx';
import { Requests } from './pages/requests.tsx';
import { SignIn } from './pages/sign-in.tsx';
import { Support } from './pages/support.tsx';
import { Votes } from './pages/votes.tsx';
import { useSession } from './session.ts';

function Pages() {
  if (!useSession()) return <SignIn />;
  return (
    <Routes>
      <Route element={<Frame />}>
        <Route index element={<Overview />} />
        <Route path="requests" element={<Requests />} />
        <Route path="identities" element={<Identities />} />
        <Route path="recharges" element={<Recharges />} />
        <Route path="withdrawals" element={<Withdrawals />} />
        <Route path="appeals" element={<Appeals />} />
        <Route path="support" element={<Support />} />
        <Route path="support/:memberId" element={<Support />} />
        <Route path="articles" element={<Articles />} />
        <Route path="articles/new" element={<NewArticle />} />
        <Route path="articles/:id" element={<EditArticle />} />
        <Route path="votes" element={<Votes />} />
        <Route path="offerings" element={<Offerings />} />
        <Route path="ledger" element={<Ledger />} />
        <Route path="accounts" element={<Accounts />} />
        <Route path="audit" element={<Audit />} />
        <Route path="nobody" element={<Nobody />} />
        <Route path="*" element={<Navigate to="/" replace />} />
      </Route>
    </Routes>
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
