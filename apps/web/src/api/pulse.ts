const PING_EVERY_MS = 10_000;
const SILENT_AFTER_MS = 25_000;
/**
 * A line that is asked answers by then. Prices have stopped if not, and in a page that is looked at again it is dead.
 */
const ANSWER_MS = 5000;

type PulseDeps = {
  readonly isOpen: () => boolean;
  readonly ping: () => unknown;
  readonly now: () => number;
  /** It was asked and has not answered. */
  readonly onDoubt: () => void;
  /** It has gone quiet although it was asked; the browser may take minutes to notice. */
  readonly onDead: () => void;
};

/** Asks a line from time to time whether it lives, and says when it does not. */
export function createPulse({ isOpen, ping, now, onDoubt, onDead }: PulseDeps) {
  let lastHeardAt = 0;
  let beating: ReturnType<typeof setInterval> | undefined;
  let waking: ReturnType<typeof setTimeout> | undefined;
  let doubting: ReturnType<typeof setTimeout> | undefined;

  /** Waits for no answer any more. */
  function rest() {
    clearTimeout(waking);
    clearTimeout(doubting);
    waking = doubting = undefined;
  }

  function beat() {
    if (!isOpen()) return;
    if (now() - lastHeardAt > SILENT_AFTER_MS) onDead();
    else {
      ping();
      doubting ??= setTimeout(onDoubt, ANSWER_MS);
    }
  }

  return {
    start: () => void (beating = setInterval(beat, PING_EVERY_MS)),
    stop: () => clearInterval(beating),
    rest,
    heard() {
      lastHeardAt = now();
      rest();
    },
    /** Asks at once, and takes it for dead unless it answers. */
    ask() {
      ping();
      waking ??= setTimeout(onDead, ANSWER_MS);
    },
  };
}
