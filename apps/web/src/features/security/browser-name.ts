import { listed } from '#i18n/joined.ts';

/** Later names come first: Edge calls itself Chrome too, and Chrome Safari. */
const BROWSERS = [
  [/Edg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/SamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/(?:OPR|Opera)\/(\d+)/, 'Opera'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
] as const;
const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

/** "Chrome 147, Android" from what a browser calls itself; as it is when no browser matches. */
export function browserName(userAgent: string): string | undefined {
  const found = BROWSERS.flatMap(([pattern, name]) => {
    const version = pattern.exec(userAgent)?.[1];
    return version === undefined ? [] : [`${name} ${version}`];
  })[0];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  return listed(...[found, system].filter((word) => word !== undefined)) || userAgent.trim() || undefined;
}
