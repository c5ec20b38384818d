import { Visitor } from 'oxc-parser';
import { isTest, type HouseRule } from './source-file.ts';

const STORAGES = new Set(['localStorage', 'sessionStorage']);
/** The one file that may name them: elsewhere a browser that forbids them would end the page. */
const HOME = 'apps/web/src/lib/storage.ts';

/** A browser may throw where its storage is only named: all of both apps goes through lib/storage.ts. */
export const storageInOnePlace: HouseRule = ({ path, program }) => {
  if (!/^apps\/(web|console)\/src\//.test(path) || path === HOME || isTest(path)) return [];
  const found = new Set<string>();
  const look = (name: unknown): void => {
    if (typeof name === 'string' && STORAGES.has(name)) found.add(name);
  };
  new Visitor({ Identifier: ({ name }) => look(name), Literal: ({ value }) => look(value) }).visit(program);
  return [...found].map((name) => `${path} names ${name}: ${HOME} keeps what a browser keeps`);
};
