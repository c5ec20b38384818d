import type { MissionId } from '@khara/contract';
import { LearnPage } from '#features/learn/learn-page.tsx';
import { MissionPage } from '#features/learn/mission-page.tsx';
import { ALL } from '#features/learn/missions.ts';
import { useMissions } from '#features/learn/use-missions.ts';
import { usePageQuery } from '#shell/use-page-query.ts';

/** Learn: paths of missions, and one of them with `mission` in the address. */
export default function Learn() {
  const [query] = usePageQuery();
  const { missions, failed } = useMissions();
  const id = ALL.find((one: MissionId) => one === query.get('mission'));
  return id ? (
    <MissionPage key={id} id={id} missions={missions} failed={failed} />
  ) : (
    <LearnPage missions={missions} failed={failed} />
  );
}
