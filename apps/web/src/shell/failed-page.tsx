import { ErrorBlock } from '#ui/states.tsx';
import { Page } from './page.tsx';

/** A page whose code did not come, or that has a defect. */
export const FailedPage = ({
  cause,
  onRetry,
}: {
  readonly cause?: string | undefined;
  readonly onRetry: () => void;
}) => (
  <Page>
    <ErrorBlock cause={cause} onRetry={onRetry} />
  </Page>
);
