/** How often the process that started us is looked for. */
const LOOK_EVERY_MS = 250;

/** Of the process that started us, when we began: a process without a parent is given another one. */
const PARENT = process.ppid;

/** Watched only for npm: who starts us by hand may mean to go and leave us running. */
export function endWithParent(end: () => void): NodeJS.Timeout | undefined {
  if (process.env['npm_lifecycle_event'] === undefined || process.platform === 'win32') return undefined;
  const watch = setInterval(() => {
    if (process.ppid === PARENT) return;
    clearInterval(watch);
    end();
  }, LOOK_EVERY_MS);
  return watch;
}
