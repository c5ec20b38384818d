import { Visitor, type Argument, type TSType } from 'oxc-parser';
import { isTest, type HouseRule } from './source-file.ts';

/**
 * Where amounts are bigints and nothing else. The exchange and the generated history count prices in whole
 * paise as numbers.
 */
const MONEY =
  /^(packages\/(broker|money|charges|contract|lottery|proof|rules)\/src|apps\/server\/src\/(modules|http|jobs|venue))\//;

/** Where even a plain number of rupees has no business: all of the above but the clock's own arithmetic. */
const AMOUNTS = /^(packages\/(broker|money|charges|contract|lottery)\/src|apps\/server\/src\/(modules|http))\//;

/** No float near money: amounts are read by the contract, kept as bigint paise and shown by packages/money. */
export const noFloatsNearMoney: HouseRule = (file) => {
  if (!MONEY.test(file.path) || isTest(file.path)) return [];
  const breaches: string[] = [];
  const report = (what: string): number => breaches.push(`${file.path} has ${what}: money is bigint paise`);
  new Visitor({
    CallExpression({ callee, arguments: args }) {
      const name = nodeName(callee);
      if (name === 'parseFloat') report('parseFloat');
      if (name === 'toFixed' && AMOUNTS.test(file.path)) report('toFixed');
      if (name === 'Number' && args[0] && isPaise(args[0]))
        report(`Number(${nodeName(args[0])}); a price of the exchange comes from asPrice`);
    },
    UnaryExpression({ operator, argument }) {
      if (operator === '+' && isPaise(argument)) report(`+${nodeName(argument)}`);
    },
    BinaryExpression({ operator, right }) {
      const hundredth = right.type === 'Literal' && right.value === 100 && operator === '/';
      const percent = right.type === 'Literal' && right.value === 0.01 && operator === '*';
      if ((hundredth || percent) && AMOUNTS.test(file.path)) report(`${operator} ${right.raw ?? ''}`);
    },
  }).visit(file.program);
  return breaches;
};

/** The name at the end: `amountPaise` of `row.amountPaise`. */
function nodeName(node: Argument | { type: string }): string {
  if ('name' in node && typeof node.name === 'string') return node.name;
  // A member's property is a node; anything else that calls itself so has no name either.
  if ('property' in node && typeof node.property === 'object') return nodeName(node.property);
  return '';
}

const isPaise = (node: Argument): boolean => /(^p|P|_p)aise$/.test(nodeName(node));

/**
 * Names of numbers that are written to the log, hashed, or stored as JSON, by the file that gives them: they stay as
 * they were first written.
 */
const KEPT_NAMES: Readonly<Record<string, readonly string[]>> = {
  // A share of the universe: the head of an order log, and the hash in a day's opening record.
  'packages/universe/src/issuers.ts': ['referencePricePaise', 'tickPaise', 'epsPaise'],
  // The close of the day before: the head of an order log.
  'packages/market-day/src/day-inputs.ts': ['closePaise', 'tickPaise'],
  // The book that an order found, and the facts of a step: JSON of trading.order_step.
  'packages/market-day/src/order-events.ts': ['lastPaise', 'bidPaise', 'askPaise'],
  'packages/broker/src/order.ts': ['triggerPaise'],
  // The terms of a corporate action: JSON of market.corporate_action, and a day's announced hash.
  'apps/server/src/modules/market/corporate-actions.ts': ['perSharePaise'],
  'apps/server/src/modules/market/corporate-action-store.ts': ['perSharePaise'],
  // Records of the log: an offering opens, and is drawn.
  'apps/server/src/modules/offerings/open-offerings.ts': ['pricePaise', 'referencePaise'],
  'apps/server/src/modules/offerings/draw-offerings.ts': ['pricePaise'],
};

/** A name that ends in Paise is a bigint: a price as a safe integer is `price`, `lastPrice`, `tick`. */
export const paiseAreBigints: HouseRule = (file) => {
  const breaches: string[] = [];
  const check = (name: string, isNumeric: boolean): void => {
    if (!isNumeric || !/(^p|P)aise$/.test(name) || KEPT_NAMES[file.path]?.includes(name)) return;
    breaches.push(`${file.path} has ${name} as a number: a price that is one is named without Paise`);
  };
  new Visitor({
    TSPropertySignature({ key, typeAnnotation }) {
      check(nodeName(key), isNumber(typeAnnotation?.typeAnnotation));
    },
    Identifier(node) {
      if ('typeAnnotation' in node) check(node.name, isNumber(node.typeAnnotation?.typeAnnotation));
    },
    VariableDeclarator({ id, init }) {
      if (init) check(nodeName(id), makesNumber(init));
    },
    Property({ key, value }) {
      if (!isTest(file.path)) check(nodeName(key), makesNumber(value));
    },
  }).visit(file.program);
  return breaches;
};

const isNumber = (type: TSType | undefined): boolean =>
  type?.type === 'TSNumberKeyword' || (type?.type === 'TSUnionType' && type.types.some(isNumber));
const makesNumber = (value: { readonly type: string }): boolean =>
  value.type === 'CallExpression' &&
  'callee' in value &&
  ['asPrice', 'Number'].includes(nodeName(value.callee as Argument));
