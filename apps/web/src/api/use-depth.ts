import type { DepthChannel } from '@khara/contract';
import { useCallback, useSyncExternalStore } from 'react';
import { quoteStore } from './client.ts';
import type { LiveDepth } from './quotes.ts';

/** The live depth of one code, undefined until it first comes. Pass undefined to want none. */
export function useDepth(code: string | undefined, channel: DepthChannel = 'depth'): LiveDepth | undefined {
  const subscribe = useCallback(
    (listener: () => void) => (code === undefined ? () => {} : quoteStore.onDepth(code, listener, channel)),
    [code, channel],
  );
  return useSyncExternalStore(subscribe, () => (code === undefined ? undefined : quoteStore.depth(code, channel)));
}
