/// <reference lib="dom" />
/**
 * What runs inside the page of bench/frames.ts: each function is sent there as text, and names nothing outside itself.
 */

export type FrameCount = { readonly shown: number; readonly dropped: number; readonly longestMs: number };

/** Frames of the next `ms`: those shown, and those that 60 a second would have had beside them. */
export function countFrames(ms: number): Promise<FrameCount> {
  return new Promise((resolve) => {
    let [shown, dropped, longestMs] = [0, 0, 0];
    let last: number | undefined;
    let until = 0;
    const frame = (now: number): void => {
      if (last === undefined) until = now + ms;
      else {
        shown += 1;
        dropped += Math.max(0, Math.round(((now - last) * 60) / 1000) - 1);
        longestMs = Math.max(longestMs, now - last);
      }
      last = now;
      if (now < until) requestAnimationFrame(frame);
      else resolve({ shown, dropped, longestMs });
    };
    requestAnimationFrame(frame);
  });
}

/** Every socket that is opened from now on is one to this port of the same machine. */
export function socketAt(port: number): void {
  const Real = WebSocket;
  Object.assign(window, {
    WebSocket: class extends Real {
      constructor() {
        super(`ws://127.0.0.1:${port}`);
      }
    },
  });
}

/** Scrolls an element by 20 px a frame from now on, down and back up. */
export function scrollAlong(selector: string): void {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`nothing to scroll: ${selector}`);
  let step = 20;
  const frame = (): void => {
    const before = element.scrollTop;
    element.scrollTop += step;
    if (element.scrollTop === before) step = -step;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** The least that shows as much: a pool of rows, moved as the list scrolls, whose texts are set as prices change. */
export function bareRows({ rows, rowPx, everyMs }: { rows: number; rowPx: number; everyMs: number }): void {
  const list = document.querySelector<HTMLElement>('#pool');
  if (!list) throw new Error('no list');
  const space = document.createElement('div');
  space.style.height = `${rows * rowPx}px`;
  list.append(space);
  const pool = Array.from({ length: Math.ceil(list.clientHeight / rowPx) + 4 }, () => {
    const row = document.createElement('div');
    row.style.cssText = `position:absolute;left:0;right:0;top:0;height:${rowPx}px;display:grid;grid-template-columns:1fr auto 76px;contain:strict`;
    row.innerHTML =
      '<span><b></b><small></small></span><svg width="64" height="28"><path fill="none" stroke="green"/></svg><span><b></b><i></i></span>';
    const [name, company] = row.querySelectorAll('span:first-child > *');
    const [price, change] = row.querySelectorAll('span:last-child > *');
    list.append(row);
    return { row, name, company, price, change, path: row.querySelector('path'), at: -1 };
  });
  let step = 0;
  const priced = (one: (typeof pool)[number]): void => {
    const value = (step + one.at * 7) % 100;
    if (one.price) one.price.textContent = (1000 + value).toFixed(2);
    if (one.change) one.change.textContent = `${(value / 10 - 5).toFixed(2)}%`;
    one.path?.setAttribute('d', `M0 14 L20 ${value / 4} L44 ${20 - value / 8} L64 ${value / 4}`);
  };
  const placed = (): void => {
    const first = Math.max(0, Math.floor(list.scrollTop / rowPx) - 2);
    for (let at = first; at < Math.min(rows, first + pool.length); at += 1) {
      const one = pool[at % pool.length];
      if (!one || one.at === at) continue;
      one.at = at;
      one.row.style.transform = `translateY(${at * rowPx}px)`;
      if (one.name) one.name.textContent = `SHARE${at}`;
      if (one.company) one.company.textContent = `Company number ${at}`;
      priced(one);
    }
  };
  list.addEventListener('scroll', placed, { passive: true });
  placed();
  setInterval(() => {
    step += 1;
    for (const one of pool) priced(one);
  }, everyMs);
}

/**
 * The least that changes as much as the desk: as many texts in boxes of their own, and a canvas of a chart's
 * size. Nothing of it moves anything else.
 */
export function bareCells({ cells, everyMs }: { cells: number; everyMs: number }): void {
  document.body.style.cssText = 'margin:0;font:14px sans-serif';
  const texts = Array.from({ length: cells }, (_, at) => {
    const box = document.createElement('span');
    box.style.cssText = `position:absolute;contain:strict;width:64px;height:18px;left:${(at % 5) * 64}px;top:${Math.floor(at / 5) * 40}px`;
    const text = new Text('0');
    box.append(text);
    document.body.append(box);
    return text;
  });
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [760, 380];
  canvas.style.cssText = 'position:absolute;left:340px;top:60px';
  document.body.append(canvas);
  const chart = canvas.getContext('2d');
  const draw = (): void => {
    const step = Date.now() / everyMs;
    texts.forEach((text, at) => {
      text.data = ((step + at * 7) % 1000).toFixed(2);
    });
    chart?.clearRect(0, 0, canvas.width, canvas.height);
    for (let x = 0; x < canvas.width; x += 6) chart?.fillRect(x, 100 + 80 * Math.sin(x / 40 + step), 4, 60);
  };
  setInterval(() => requestAnimationFrame(draw), everyMs);
}
