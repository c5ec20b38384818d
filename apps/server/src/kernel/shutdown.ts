import type { Logger } from 'pino';

type Step = { readonly name: string; readonly run: () => unknown };

/** What has been started, to be ended in the opposite order, once. */
export type Shutdown = {
  readonly add: (name: string, run: () => unknown) => void;
  /** A step that fails does not keep the others from ending; the answer says whether all went well. */
  readonly run: () => Promise<boolean>;
};

export function createShutdown(log: Logger): Shutdown {
  const steps: Step[] = [];
  let ending: Promise<boolean> | undefined;

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
    add: (name, run) => void steps.push({ name, run }),
    run: () => (ending ??= end()),
  };
}
