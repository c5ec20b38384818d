/** Code that has not come in this time has failed (docs/sources.md W1). */
const TIMEOUT_MS = 60_000;

/** What is being loaded, or a failure when it takes too long: the browser itself waits without end. */
export const inTime = <T>(loading: Promise<T>, timeoutMs = TIMEOUT_MS): Promise<T> =>
  Promise.race([
    loading,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('late')), timeoutMs);
    }),
  ]);
