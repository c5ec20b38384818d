import { ChipBar } from '#ui/choice.tsx';
import { SkeletonBar } from '#ui/states.tsx';

/** The place of the list chips while they come, so that nothing below moves when they do. */
export function ChipSkeleton() {
  return (
    <div aria-busy="true">
      <ChipBar>
        <SkeletonBar width="6rem" height="var(--h-chip)" round />
      </ChipBar>
    </div>
  );
}
