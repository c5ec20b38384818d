import type { Logger } from 'pino';

type Step = { readonly name: string; readonly run: () => unknown };
type Options = {
  /** Also without the others, when nothing may be waited for: what would outlive this process. */
  readonly evenAtOnce?: boolean;
};

/** What has been started, to be ended in the opposite order, once. */
export type Shutdown = {
  readonly add: (name: string, run: () => unknown, options?: Options) => void;
  /** When `run` was first called, by `performance.now()`. */
  readonly beganAt: number | undefined;
  /** A step that fails does not keep the others from ending; the answer says whether all went well. */
  readonly run: () => Promise<boolean>;
  /** Ends only what would outlive this process, whatever else is still being ended. Its steps may run twice. */
  readonly atOnce: () => Promise<void>;
};

export function createShutdown(log: Logger): Shutdown {
  const steps: Step[] = [];
  const evenAtOnce: Step[] = [];
  let ending: { readonly beganAt: number; readonly isClean: Promise<boolean> } | undefined;

  async function end(): Promise<boolean> {
    let isClean = true;
    for (let step = steps.pop(); step; step = steps.pop()) {
      const { name } = step;
      try {
        await step.run();
        log.debug({ step: name }, 'ended');
      } catch (error) {
        isClean = false;
        log.error({ err: error, step: name }, 'could not be ended cleanly');
      }
    }
    return isClean;
  }
  return {
    add(name, run, options = {}) {
      steps.push({ name, run });
      if (options.evenAtOnce) evenAtOnce.push({ name, run });
    },
    get beganAt() {
      return ending?.beganAt;
    },
    run: () => (ending ??= { beganAt: performance.now(), isClean: end() }).isClean,
    async atOnce() {
      for (const { name, run } of evenAtOnce.toReversed()) {
        try {
          await run();
        } catch (error) {
          log.error({ err: error, step: name }, 'could not be ended cleanly');
        }
      }
    },
  };
}
