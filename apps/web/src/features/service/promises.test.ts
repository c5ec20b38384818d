import { readFileSync } from 'node:fs';
import { consoleCalls, LANGUAGES } from '@khara/contract';
import { textsFor } from '@khara/texts';
import { describe, expect, it } from 'vitest';
import { PROMISES } from './promises.ts';

const root = new URL('../../../../../', import.meta.url);
const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const routes = readFileSync(new URL('apps/web/src/routes/routes.ts', root), 'utf8');

/** Every text of a language, whatever its place. */
const allTexts = (part: unknown): readonly string[] =>
  typeof part === 'string' ? [part] : Object.values(part as object).flatMap(allTexts);

/** Commands that each promise names in a language. */
const named = ({ certificate }: ReturnType<typeof textsFor>) =>
  PROMISES.map(([name]) => certificate[`promise${name}Check`].match(/npm run [\w:-]+/g));

describe.each(LANGUAGES.map(({ tag }) => tag))('the promises in %s', (language) => {
  const texts = textsFor(language);
  const known = new Set(allTexts(texts));

  it.each(PROMISES)('%s: names how it is checked, by what the product has', (name) => {
    const [promise, check] = [texts.certificate[`promise${name}`], texts.certificate[`promise${name}Check`]];
    expect(promise.length).toBeGreaterThan(5);
    expect(check.length).toBeGreaterThan(5);
    // Words in quotation marks stand on a button or above a list.
    for (const [, label] of check.matchAll(/[“「]([^”」]+)[”」]/g)) expect(known).toContain(label);
    for (const [, command = ''] of check.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty(command);
    // A paper is no link there.
    expect(check).not.toMatch(/docs\/|\.md\b/);
  });

  it('name the same commands as English', () => {
    expect(named(texts)).toEqual(named(textsFor('en')));
  });
});

it('Each promise has a page that exists', () => {
  for (const [name, , path] of PROMISES) expect([name, routes.includes(`path: '${path}'`)]).toEqual([name, true]);
});

it('All promises of the texts are on the page', () => {
  const named = Object.keys(textsFor('en').certificate).flatMap(
    (key) => /^promise(\w+?)(?:Check)?$/.exec(key)?.[1] ?? [],
  );
  expect([...new Set(named)].filter((name) => name !== 's').toSorted()).toEqual(
    PROMISES.map(([name]) => name).toSorted(),
  );
});

it('Own limits are checked by what finds one that was changed', () => {
  expect(textsFor('en').certificate.promiseLimitsCheck).toContain('npm run verify');
});

it('The back office has no call that changes a limit of a member', () => {
  const names = Object.entries(consoleCalls).flatMap(([name, { path, body }]) => [
    name,
    path,
    ...Object.keys(body.shape),
  ]);
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => /limit/i.test(name))).toEqual([]);
});
