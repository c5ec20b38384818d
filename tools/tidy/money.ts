import { Visitor, type Argument } from 'oxc-parser';
import { isTest, type HouseRule } from './source-file.ts';

/**
 * Where amounts are bigints and nothing else. The exchange and the generated history count prices in whole
 * paise as numbers.
 */
const MONEY =
  /^(packages\/(money|charges|contract|lottery|proof|rules)\/src|apps\/server\/src\/(modules|http|jobs|venue))\//;

/** Where even a plain number of rupees has no business: all of the above but the clock's own arithmetic. */
const AMOUNTS = /^(packages\/(money|charges|contract|lottery)\/src|apps\/server\/src\/(modules|http))\//;

/** No float near money: amounts are read by the contract, kept as bigint paise and shown by packages/money. */
export const noFloatsNearMoney: HouseRule = (file) => {
  if (!MONEY.test(file.path) || isTest(file.path)) return [];
  const breaches: string[] = [];
  const report = (what: string): number => breaches.push(`${file.path} has ${what}: money is bigint paise`);
  new Visitor({
    CallExpression({ callee, arguments: args }) {
      const name = nameOf(callee);
      if (name === 'parseFloat') report('parseFloat');
      if (name === 'toFixed' && AMOUNTS.test(file.path)) report('toFixed');
      if (name === 'Number' && args[0] && isPaise(args[0]))
        report(`Number(${nameOf(args[0])}); a price of the exchange comes from asPrice`);
    },
    UnaryExpression({ operator, argument }) {
      if (operator === '+' && isPaise(argument)) report(`+${nameOf(argument)}`);
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
function nameOf(node: Argument | { type: string }): string {
  if ('name' in node && typeof node.name === 'string') return node.name;
  // A member's property is a node; anything else that calls itself so has no name either.
  if ('property' in node && typeof node.property === 'object') return nameOf(node.property);
  return '';
}

const isPaise = (node: Argument): boolean => /(^p|P|_p)aise$/.test(nameOf(node));
