/*
 * The library sizes its canvas by `device-pixel-content-box`. Chromium's emulated phones, and so every
 * screenshot of them, report CSS pixels there although they draw two or three device pixels for each: the
 * chart would be blurred. Where that is so, the library is made to fall back to the ratio.
 */

let asked: Promise<boolean> | undefined;

/** Whether the browser reports device pixels as device pixels; measured once. */
export const deviceBoxIsTrue = (): Promise<boolean> => (asked ??= measure());

const measure = (): Promise<boolean> =>
  new Promise((resolve) => {
    const observer = new ResizeObserver(([entry]) => {
      observer.disconnect();
      const device = entry?.devicePixelContentBoxSize?.[0]?.inlineSize;
      const wanted = (entry?.contentRect.width ?? 0) * devicePixelRatio;
      resolve(device === undefined || Math.abs(device - wanted) < 2);
    });
    try {
      observer.observe(document.body, { box: 'device-pixel-content-box' });
    } catch {
      resolve(true); // not known here at all: the library finds that out by itself
    }
  });

/**
 * Runs `make`, in which the library asks whether the box can be observed; where it tells a wrong size, the
 * answer is no.
 */
export function withDeviceBox<T>(isReported: boolean, make: () => T): T {
  if (isReported) return make();
  const { observe } = ResizeObserver.prototype;
  ResizeObserver.prototype.observe = function (target, options) {
    if (options?.box === 'device-pixel-content-box') throw new TypeError('the device box is not true here');
    observe.call(this, target, options);
  };
  try {
    return make();
  } finally {
    ResizeObserver.prototype.observe = observe;
  }
}
