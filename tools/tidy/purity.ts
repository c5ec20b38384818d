import { Visitor, type Expression, type Program } from 'oxc-parser';
import { isTest, type HouseRule } from './source-file.ts';

/** Names that only an outside world has: clock, chance, disk, network, Node, the browser. */
const OUTSIDE = new Set([
  'process',
  'window',
  'document',
  'navigator',
  'location',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'performance',
  'crypto',
  'globalThis',
  'global',
  'Buffer',
  'require',
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'requestAnimationFrame',
  'console',
]);

const CHANCE_AND_CLOCK = new Set(['Date.now', 'Math.random', 'Temporal.Now']);

/** Packages are pure: no clock, chance, disk, network, Node or DOM. Time, chance and order are inputs. */
export const pureOfOutside: HouseRule = (file) => {
  if (!file.path.startsWith('packages/') || isTest(file.path)) return [];
  const own = declaredNames(file.program);
  const breaches: string[] = [];
  const report = (what: string): number => breaches.push(`${file.path} uses ${what}: packages are pure`);
  const isOutside = (node: Expression): node is Extract<Expression, { type: 'Identifier' }> =>
    node.type === 'Identifier' && OUTSIDE.has(node.name) && !own.has(node.name);
  new Visitor({
    MemberExpression(node) {
      if (node.object.type !== 'Identifier') return;
      const name = node.property.type === 'Identifier' ? `${node.object.name}.${node.property.name}` : '';
      if (CHANCE_AND_CLOCK.has(name)) report(name);
      else if (node.object.type === 'Identifier' && OUTSIDE.has(node.object.name) && !own.has(node.object.name)) {
        report(node.object.name);
      }
    },
    CallExpression(node) {
      if (node.callee.type === 'Super') return;
      if (isOutside(node.callee)) report(node.callee.name);
      if (isDate(node.callee)) report('Date()');
    },
    NewExpression(node) {
      if (isOutside(node.callee)) report(node.callee.name);
      if (isDate(node.callee) && node.arguments.length === 0) report('new Date()');
    },
  }).visit(file.program);
  return breaches;
};

const isDate = (node: Expression): boolean => node.type === 'Identifier' && node.name === 'Date';

/** Names that the file declares anywhere: an argument called `document` is no browser. */
function declaredNames(program: Program): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (pattern: { type: string; name?: unknown }): void => {
    if (pattern.type === 'Identifier' && typeof pattern.name === 'string') names.add(pattern.name);
  };
  const addAll = (patterns: readonly { type: string }[]): void => patterns.forEach(add);
  new Visitor({
    VariableDeclarator: ({ id }) => add(id),
    FunctionDeclaration: ({ id, params }) => {
      if (id) add(id);
      addAll(params);
    },
    FunctionExpression: ({ params }) => addAll(params),
    ArrowFunctionExpression: ({ params }) => addAll(params),
    ImportSpecifier: ({ local }) => add(local),
    ImportDefaultSpecifier: ({ local }) => add(local),
    ImportNamespaceSpecifier: ({ local }) => add(local),
    // What destructuring binds: { a }, { a: b }, [a].
    ObjectPattern: ({ properties }) =>
      properties.forEach((property) => add(property.type === 'RestElement' ? property.argument : property.value)),
    ArrayPattern: ({ elements }) => elements.forEach((element) => element && add(element)),
    AssignmentPattern: ({ left }) => add(left),
  }).visit(program);
  return names;
}
