import { ReplayDesk } from '#features/lab/replay-desk.tsx';
import RelivedDay from '../lab/day.tsx';

/** A day to relive, in the cards of a desk. */
export default function LabDesk() {
  return <RelivedDay view={ReplayDesk} />;
}
