import { existsSync } from 'node:fs';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The browser for tests: CHROMIUM_PATH, else an installed Chromium or Chrome, else the one that ships inside the npm package @sparticuz/chromium. */
export async function chromiumPath(): Promise<string> {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen) return chosen;
  const installed = INSTALLED.find((path) => existsSync(path));
  if (installed) return installed;
  // Outside its cloud the package brings its shared libraries only when it believes to be in one.
  process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs24.x';
  const { default: packed } = await import('@sparticuz/chromium');
  return packed.executablePath();
}

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
];
