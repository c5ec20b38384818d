import { BarIndices } from '#features/desk/bar-indices.tsx';
import { BarInbox } from '#features/desk/bar-inbox.tsx';
import { DeskKeys } from '#features/shortcuts/desk-keys.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useSession } from '#api/session.ts';
import { Desk } from '#shell/desk/desk.tsx';
import { useSpot } from '#shell/location.ts';
import { usePlan } from './use-plan.ts';

export { preloadPanes } from './use-plan.ts';

/** The desk of wide screens: which page stands in which pane. */
export default function DeskOfAddress() {
  const { path, search } = useSpot();
  useSession(({ token }) => token); // what a guest may open is another
  const here = useTexts('desk');
  const { plan, takes } = usePlan(path, search);
  if (!here) return null;
  return <Desk plan={plan} takes={takes} indices={<BarIndices />} inbox={<BarInbox />} keys={<DeskKeys />} />;
}
