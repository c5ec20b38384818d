import { join, resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { textsFor, type TextLanguage } from '@khara/texts';

export const THEMES = ['white', 'darkblue'] as const;
export type Theme = (typeof THEMES)[number];
export type Look = { readonly language: TextLanguage; readonly theme: Theme };

const PICTURES = resolve(import.meta.dirname, '..', process.env['KHARA_PICTURES'] ?? 'test-results/pictures');
/**
 * Whether a run leaves pictures for its readers. Each waits for toasts to go, and all of them were a tenth of
 * `npm test`; looks.spec.ts compares its own.
 */
export const TAKES_PICTURES = process.env['TESTS'] === 'all' || process.env['KHARA_PICTURES'] !== undefined;
const FLAGS: Readonly<Record<TextLanguage, number>> = { en: 1, hi: 2, 'zh-Hant': 3, 'zh-Hans': 4 };

/** Where the product runs, see global-setup.ts. */
export const base = (): string => {
  const address = process.env['KHARA_BASE'];
  if (!address) throw new Error('The product is not running: use `npm run test:e2e`');
  return address;
};

/** The header of a caller from a network of their own: throttles count by network. */
export const fromElsewhere = (): { readonly 'x-forwarded-for': string } => ({
  'x-forwarded-for': `10.${Array.from({ length: 3 }, () => Math.floor(Math.random() * 256)).join('.')}`,
});

/** What a registration answers. */
export type Account = {
  readonly token: string;
  readonly userInfo: object;
  readonly device: string;
  readonly defaultTransactionPassword: string;
};

/** A phone in a member's hand: what they see, read and do in the app, in their language. */
export class Phone {
  readonly page: Page;
  readonly look: Look;
  /** Where its product runs. */
  readonly at: string;
  readonly texts: ReturnType<typeof textsFor>;
  /** What the browser complained about; every journey ends by finding it empty. */
  readonly complaints: string[] = [];

  constructor(page: Page, look: Look, at = base()) {
    this.page = page;
    this.look = look;
    this.at = at;
    this.texts = textsFor(look.language);
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('console', (message) => {
      // The text of a resource that did not load has no address.
      if (message.type() === 'error') this.complaints.push(`${message.text()} ${message.location().url}`);
    });
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url());
      if (/^(https?|wss?):$/.test(protocol) && host !== new URL(at).host) this.complaints.push(`foreign: ${host}`);
    });
  }

  /** An amount as it is written in this language: lakhs in those of India. */
  rupees(amount: number): string {
    const figures = amount.toLocaleString(this.look.language.startsWith('zh') ? 'en-US' : 'en-IN', {
      minimumFractionDigits: 2,
    });
    return `₹${figures}`;
  }

  /** Puts language and theme where the app keeps them, before anything is drawn. */
  async setUp(): Promise<void> {
    const { theme, language } = this.look;
    await this.page.setExtraHTTPHeaders(fromElsewhere());
    await this.page.addInitScript(
      ([flag, name]) => {
        if (origin === 'null') return; // a document of nowhere, between two of the app, keeps nothing
        if (localStorage.getItem('lang') === null) localStorage.setItem('lang', flag);
        if (localStorage.getItem('theme') === null) localStorage.setItem('theme', name);
      },
      [String(FLAGS[language]), theme] as const,
    );
  }

  /** Is signed in from the start, as a member who registered before. */
  async signedInAs({ token, userInfo, device }: Account): Promise<void> {
    await this.page.addInitScript(
      (kept) => {
        if (origin === 'null') return; // as above
        for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
      },
      { token, device, userInfo: JSON.stringify(userInfo) },
    );
  }

  async open(route: string): Promise<void> {
    await this.page.goto(`${this.at}/h5/#${route}`);
    await this.seesPracticeMarker();
  }

  async seesPracticeMarker(): Promise<void> {
    await expect(this.page.getByText(this.texts.common.practice.title).first()).toBeVisible();
  }

  /** Nothing is wider than the screen. */
  async fits(): Promise<void> {
    const wider = await this.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider, 'the page is wider than the screen').toBeLessThanOrEqual(0);
  }

  /**
   * Skeletons have been filled; then keeps a picture of the screen for readers of the run.
   * `npm run screenshots` keeps those of the README.
   */
  async picture(name: string): Promise<void> {
    const { theme } = this.look;
    await expect(this.page.locator('main [aria-busy="true"]')).toHaveCount(0);
    await expect(this.page.getByRole('status', { name: this.texts.common.loading, exact: true })).toHaveCount(0);
    if (!TAKES_PICTURES) return;
    await this.page.waitForFunction(() => document.fonts.status === 'loaded');
    // Toasts have gone, figures are worked out.
    await expect(this.page.locator('[role][aria-live]:not(:empty)')).toHaveCount(0);
    await this.page.screenshot({ path: this.picturePath(name, theme, 'png'), animations: 'disabled' });
  }

  /** Where a picture of the run is kept. */
  picturePath(name: string, theme: Theme, kind: 'png' | 'jpeg'): string {
    return join(PICTURES, `${name}-${this.look.language}-${theme}.${kind}`);
  }
}
