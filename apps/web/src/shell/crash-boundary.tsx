import { Component, type ReactNode } from 'react';
import { FailedPage } from './failed-page.tsx';

/**
 * Catches a defect of one page: the reader sees what a failed page shows, with a way back, and a tap reloads.
 * A class because React asks for one.
 */
export class CrashBoundary extends Component<{ readonly children: ReactNode }, { readonly error: Error | undefined }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: Error): { readonly error: Error } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state as { readonly error: Error | undefined }; // set by getDerivedStateFromError
    if (!error) return this.props.children;
    return <FailedPage cause={error.message} onRetry={() => location.reload()} />;
  }
}
