import { lazy, Suspense, type ComponentType } from 'react';
import { useSession } from '#api/session.ts';
import { Invitation } from '#features/tour/invitation.tsx';
import { loadTexts } from '#i18n/index.ts';

// What waits for a practice account comes with its texts, when there is one; where it cannot come, home goes without.
const PracticeNext = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    const [next] = await Promise.all([import('#features/start/practice-next.tsx'), loadTexts(['start'])]);
    return next;
  } catch {
    return { default: () => null };
  }
});

/** The one thing that waits for the reader, if there is one. Needs the namespace `home`. */
export function Next() {
  const deviceOnly = useSession(({ userInfo }) => userInfo?.deviceOnly === true);
  if (!deviceOnly) return <Invitation />;
  return (
    <Suspense fallback={null}>
      <PracticeNext />
    </Suspense>
  );
}
