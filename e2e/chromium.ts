import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { installed } from '../tools/installed.ts';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The browser that was chosen or installed; undefined where tests have only the one of an npm package. */
const ownChromium = (): string | undefined =>
  process.env['CHROMIUM_PATH'] || INSTALLED.find((path) => existsSync(path));

/** What a run says first on a machine without a browser of its own; undefined on any other. */
export const missingBrowser = (): string | undefined =>
  ownChromium() === undefined
    ? 'There is no Chromium or Chrome here: tests use the one of an npm package, which may die on a busy machine. Install one, or name it in CHROMIUM_PATH.'
    : undefined;

/** Loads the package that has a browser, which it installs where it is not. */
export const chromiumPackage = (): NodeJS.Require => installed('e2e/chromium');

/**
 * The browser for tests: CHROMIUM_PATH, else an installed Chromium or Chrome, else the one of the npm package
 * @sparticuz/chromium.
 */
export async function chromiumPath(): Promise<string> {
  const own = ownChromium();
  if (own !== undefined) return own;
  // Outside its cloud the package brings its shared libraries only when it believes to be in one.
  process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs24.x';
  const place = chromiumPackage().resolve('@sparticuz/chromium');
  const { default: packed } = (await import(pathToFileURL(place).href)) as {
    default: { executablePath: () => Promise<string> };
  };
  return packed.executablePath();
}

/**
 * What Playwright switches off by itself: a second list of features takes the place of its own, so that these
 * stand in ours (tools/browser.test.ts).
 */
const OFF_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/**
 * Pages of its own that a whole Chromium opens behind the address bar of each window, and processes that it
 * starts in advance: for a page of the app they cost as much again as the page. A headless shell has neither.
 */
const UNSEEN_WORK = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];

/** Switches that a sandboxed or rootless machine needs, and that keep the browser off the network. */
export const CHROMIUM_SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  `--disable-features=${[...OFF_BY_PLAYWRIGHT, ...UNSEEN_WORK].join(',')}`,
];
