import { Visitor } from 'oxc-parser';
import { findModule, isLeftOf, MODULE_LINE } from './imports.ts';
import { isTest, type HouseRule, type SourceFile } from './source-file.ts';

/**
 * Whose each schema of the database is. Modules of one order's life share `trading`: among them the direction of
 * imports alone holds.
 */
const OWNERS: Readonly<Record<string, readonly (typeof MODULE_LINE)[number][]>> = {
  ledger: ['ledger'],
  content: ['config', 'articles', 'votes'],
  notices: ['notices'],
  credit: ['credit'],
  accounts: ['programs', 'accounts'],
  pictures: ['pictures'],
  market: ['market', 'companies', 'watching'],
  support: ['support'],
  kyc: ['kyc'],
  wallet: ['wallet'],
  trading: [
    'orders',
    'own-limits',
    'portfolio',
    'settlement',
    'placing',
    'assistants',
    'standing',
    'corporate',
    'delivery',
    'day',
  ],
  offerings: ['offerings'],
  classes: ['classes'],
  console: ['console'],
  audit: ['console'],
};

/** Files that name a schema which is not theirs to name, with it and the reason. */
const EXCEPTIONS: Readonly<Record<string, { readonly schema: string; readonly why: string }>> = {
  'ledger/recorded-rows.ts': { schema: 'accounts', why: 'the record names a member by the salt of the account' },
  'notices/store.ts': { schema: 'market', why: 'market.time_at turns an instant into market time' },
  'kyc/store.ts': { schema: 'accounts', why: 'the account shows how far its identity is proven' },
  'privacy/store.ts': { schema: 'accounts', why: 'it erases what an account has' },
};

/**
 * Files beside the stores that have SQL. The ledger is itself the store of the books, and an action of the
 * back office stands whole, with what verify asks of it. The others are steps: one transaction each, whose
 * statements no other file could use.
 */
const STEPS = new Set([
  'corporate/actions/adjust-positions.ts',
  'corporate/actions/apply.ts',
  'corporate/actions/end-what-waits.ts',
  'offerings/access-keys.ts',
  'offerings/allot-shares.ts',
  'offerings/change-application.ts',
  'offerings/close-offerings.ts',
  'offerings/credit-and-list.ts',
  'offerings/draw-offerings.ts',
  'offerings/draw-proof.ts',
  'offerings/offering-commands.ts',
  'offerings/open-offerings.ts',
  'offerings/plan-offerings.ts',
  'offerings/release-applications.ts',
  'offerings/remarks.ts',
  'offerings/settle-blocks.ts',
  'offerings/sign-placement.ts',
  'offerings/simulate-applicants.ts',
  'offerings/subscribe.ts',
  'orders/journal/signed-commands.ts',
  'orders/journal/suspend-share.ts',
  'settlement/issue-notes.ts',
  'settlement/settle-dues.ts',
  'wallet/publish-rates.ts',
]);
const IS_STORE = /store\.ts$|^ledger\/|^console\/[a-z]+-actions\.ts$/;

const NAMES = new RegExp(`(?<![\\w.'"@/])(${Object.keys(OWNERS).join('|')})\\.(?=["a-z_])`, 'g');
const WRITES = new RegExp(`\\b(?:INSERT INTO|UPDATE|DELETE FROM) (${Object.keys(OWNERS).join('|')})\\.`, 'g');
const KEYWORD = /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|FROM|JOIN|WHERE|RETURNING|EXISTS)\b/;
const STATEMENT = /^\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH [a-z_]+ (\(.*?\) )?AS)\b/;

/**
 * SQL of a module reads its own schema and those of modules to its left, as imports do, so that reports read any; it
 * writes its own alone.
 */
export const schemaLine: HouseRule = ({ path, program }) => {
  const module = findModule(path);
  if (module === undefined || isTest(path)) return [];
  const isOwn = (schema: string): boolean => OWNERS[schema]!.some((owner) => owner === module);
  const isExcepted = (schema: string): boolean => EXCEPTIONS[path.split('/modules/')[1]!]?.schema === schema;
  const found: string[] = [];
  const see = (text: string): void => {
    if (!KEYWORD.test(text)) return;
    for (const [, schema = ''] of text.matchAll(NAMES)) {
      if (isOwn(schema) || isExcepted(schema) || OWNERS[schema]!.some((owner) => isLeftOf(owner, module))) continue;
      found.push(`${path} names ${schema}, of a module that does not stand to the left of ${module}`);
    }
    for (const [, schema = ''] of text.matchAll(WRITES))
      if (!isOwn(schema) && !isExcepted(schema)) found.push(`${path} writes ${schema}, which is not its own`);
  };
  forEachText(program, see);
  return found;
};

/** Statements of a module stand in its files that are named store. */
export const sqlInStores: HouseRule = ({ path, program }) => {
  const file = path.split('/modules/')[1];
  if (findModule(path) === undefined || file === undefined || isTest(path)) return [];
  if (IS_STORE.test(file) || STEPS.has(file)) return [];
  let isFound = false;
  forEachText(program, (text) => {
    isFound ||= STATEMENT.test(text);
  });
  return isFound ? [`${path} has SQL and is no store`] : [];
};

function forEachText(program: SourceFile['program'], see: (text: string) => void): void {
  new Visitor({
    Literal({ value }) {
      if (typeof value === 'string') see(value);
    },
    TemplateLiteral({ quasis }) {
      see(quasis.map(({ value }) => value.raw).join('?'));
    },
  }).visit(program);
}
