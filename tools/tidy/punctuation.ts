import { Visitor } from 'oxc-parser';
import { isTest, type HouseRule } from './source-file.ts';

const APP = /^apps\/web\/src\/(lib|ui|features|shell|screens)\//;

/** Between two values: a comma, a full stop or a colon with a space, as Latin scripts set them. */
const BETWEEN = /^[,.:] $/;

/** The same in a page, after a value. */
const AFTER = /^[,:;](\s|$)/;

/** The helper of times, which puts in what each language has. */
const ALLOWED = /^apps\/web\/src\/lib\/time\.ts$/;

/** Words come together with the punctuation of the reader's language: `i18n/joined.ts`, `dayWithTime`. */
export const noGluedWords: HouseRule = (file) => {
  if (!APP.test(file.path) || isTest(file.path) || ALLOWED.test(file.path)) return [];
  const breaches: string[] = [];
  const report = (what: string): number =>
    breaches.push(`${file.path} puts "${what}" between words: i18n/joined.ts has them`);
  new Visitor({
    TemplateLiteral({ quasis }) {
      for (const { value } of quasis.slice(1, -1)) if (BETWEEN.test(value.raw)) report(value.raw);
    },
    JSXText({ value }) {
      if (AFTER.test(value)) report(value.trim());
    },
    CallExpression({ callee, arguments: args }) {
      const [first] = args;
      const isJoin = callee.type === 'MemberExpression' && 'name' in callee.property && callee.property.name === 'join';
      if (isJoin && first?.type === 'Literal' && first.value === ', ') report(', ');
    },
  }).visit(file.program);
  return breaches;
};
