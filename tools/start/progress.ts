/** Cells of the bar. */
const WIDTH = 24;
/** How often the seconds on it move on. */
const EVERY_MS = 200;

/** One line of a terminal, drawn again as work goes on; elsewhere the label alone, once. */
export type Progress = {
  /** `done` of 0 to 1. */
  to(done: number, label?: string): void;
  /** Takes the line away, and leaves `line` in its place. */
  end(line?: string): void;
};

type Output = { readonly isTTY?: boolean; write(text: string): unknown };

/** "Building the web app  ████████░░░░░░░░  7 s" */
export const drawBar = (label: string, done: number, seconds: number): string => {
  const full = Math.round(Math.min(1, Math.max(0, done)) * WIDTH);
  return `${label}  ${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}  ${seconds} s`;
};

export function startProgress(label: string, output: Output = process.stdout): Progress {
  const began = performance.now();
  let [shown, done] = [label, 0];
  if (!output.isTTY) {
    output.write(`${label} …\n`);
    return { to: () => undefined, end: (line) => void (line !== undefined && output.write(`${line}\n`)) };
  }
  const draw = () => output.write(`\r\u001B[K${drawBar(shown, done, Math.floor((performance.now() - began) / 1000))}`);
  const timer = setInterval(draw, EVERY_MS);
  timer.unref();
  draw();
  return {
    to(next, label = shown) {
      [shown, done] = [label, Math.max(done, next)];
      draw();
    },
    end(line) {
      clearInterval(timer);
      output.write(line === undefined ? '\r\u001B[K' : `\r\u001B[K${line}\n`);
    },
  };
}
