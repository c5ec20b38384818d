import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { textsFor } from '@khara/texts';

/**
 * The catalogue of the specification (docs/sources.md W1): titles, labels, states and messages, word for
 * word in English. Each is a text, and each is one that the app or the server says: a text that no code names
 * is not said.
 */
const TITLES = [
  'Home',
  'News',
  'Market',
  'Assets',
  'Personal',
  'Wallet',
  'KYC',
  'Change login password',
  'Change transaction password',
  'Position records',
  'Stock details',
  'Recharge records',
  'Withdrawal records',
  'Consultation details',
  'Login',
  'Message',
  'Statement',
  'Transaction records',
  'My position',
  'Recharge',
  'Withdrawal',
  'Add bank account',
  'Subscription',
  'Records',
  'Block trading',
  'Buy stock',
  'Bank account',
];
const LABELS = {
  positions: [
    'Quantity',
    'Cost',
    'Total profit',
    'Market value',
    'Selling price',
    'Fee',
    'Buying price',
    'Buy time',
    'Sell quantity',
    'Profit amount',
    'In position',
    'Expired',
    'Historical',
  ],
  recharge: ['Into', 'Passed', 'In transfer', 'Failed', 'Revoked'],
  withdrawal: ['Out', 'Passed', 'In transfer', 'Failed', 'Paid', 'Revoked', 'Minimum withdrawal amount'],
  ticket: ['Minimum purchase amount'],
  personal: ['Certified', 'Unauthenticated', 'Authentication failed', 'Under review'],
  newStocks: [
    'In progress',
    'Subscribed',
    'Winning lots',
    'Failed lots',
    'Signed',
    'Coming soon',
    'Listed today',
    'Pending listing',
  ],
} as const;
const MESSAGES = [
  'Please enter your phone number',
  'Please enter the correct phone number',
  'Please fill in the login password',
  'The password length should be at least 6 digits',
  'Two passwords do not match',
  'Please check the box to agree to the Privacy Policy',
  'Please fill in the invitation code',
  'Please enter the purchase quantity',
  'Please enter the subscription quantity',
  'Exceeding maximum subscription quantity',
  'Please enter the correct quantity',
  'The minimum subscription quantity is {{minimum}}',
  'Please input password',
  'Please provide complete information',
  'Please select channel type',
  'Please upload your Aadhaar card',
  'Uploading images cannot exceed 5MB',
  'Only one bank account can be added',
  'Your default transaction password is {{key}}',
  'request address cannot be empty',
  'Please log in first',
  'your account credit score is currently low, and withdrawal is temporarily unavailable. Please improve your credit score before attempting again.',
  'This stock is temporarily not tradable',
  'The system is busy, please try again later',
  'No data',
  'No more',
  'Tap the screen to retry',
  'Connection timed out',
  'file error',
  'Successfully logged out',
  'Login succeeded',
  'Operation successful',
  'Successful subscription',
  'Submitted successfully, please wait for review',
  'Successfully submitted, please contact customer service for review',
  'Copy successful',
  'Copy failed',
];

type Text = { readonly namespace: string; readonly key: string; readonly text: string };
function flat(namespace: string, tree: object, above = ''): readonly Text[] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string'
      ? [{ namespace, key: above + key, text: value }]
      : flat(namespace, value as object, `${above}${key}.`),
  );
}
const texts = Object.entries(textsFor('en')).flatMap(([namespace, tree]) => flat(namespace, tree));

const root = path.join(import.meta.dirname, '..');
const sources = globSync('{apps/{web,server,console}/src,packages/{contract,rules,offerings}/src}/**/*.{ts,tsx}', {
  cwd: root,
})
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(path.join(root, file), 'utf8'));

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const anywhere = (pattern: RegExp): boolean => sources.some((source) => pattern.test(source));

/**
 * Whether code names the text: by its whole key, in a file that names its namespace; or by a template of all
 * of its kind and its own name somewhere. Refusals and what the transport says are named by themselves, and
 * common texts need no namespace.
 */
function isSaid({ namespace, key }: Text): boolean {
  const [own = key] = key.split('.').slice(-1);
  const above = key.slice(0, key.length - own.length);
  const name = new RegExp(String.raw`['"\x60]${escaped(own)}['"\x60]`);
  if (namespace === 'refusals' || namespace === 'errors') return anywhere(name) || anywhere(new RegExp(`\\b${own}:`));
  const belongs = new RegExp(String.raw`['"\x60.\[]${namespace}\b`);
  const whole = new RegExp(String.raw`['"\x60.:]${escaped(key)}['"\x60)]|\b${namespace}\.${escaped(key)}\b`);
  const template = new RegExp(String.raw`['"\x60:]${escaped(above)}\$\{|\.${escaped(above.slice(0, -1))}\[`);
  return sources.some(
    (source) =>
      (namespace === 'common' || belongs.test(source)) &&
      (whole.test(source) ||
        (above !== '' && template.test(source) && (anywhere(name) || anywhere(new RegExp(`\\b${own}:`))))),
  );
}

const notSaid = (phrases: readonly string[], namespace?: string): readonly string[] =>
  phrases.filter(
    (phrase) =>
      !texts.some((each) => each.text === phrase && (namespace ?? each.namespace) === each.namespace && isSaid(each)),
  );

it('every title of the catalogue is the title of a page', () => expect(notSaid(TITLES, 'nav')).toEqual([]));

it('every message of the catalogue is said by the app or by the server, word for word', () =>
  expect(notSaid(MESSAGES)).toEqual([]));

it.each(Object.entries(LABELS))('every label of the catalogue for %s is on a page', (namespace, labels) =>
  expect(notSaid(labels, namespace)).toEqual([]),
);
