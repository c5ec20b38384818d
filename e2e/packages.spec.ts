import { expect, test } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { buildPackages, packFolders, publishedPackages } from '../tools/packages.ts';
import { ROOT } from '../tools/project.ts';

/** The packages as strangers get them: tarballs in an empty folder, with the example of each README. */

test.describe.configure({ mode: 'serial' });

const names = publishedPackages();
let folder: string;

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'khara-packages-'));
  const built = buildPackages(join(folder, 'built'));
  const foreign = ['@noble/hashes', '@noble/curves', '@scure/base', 'zod'].map((name) =>
    join(ROOT, 'node_modules', name),
  );
  const tarballs = packFolders([...built, ...foreign], join(folder, 'tarballs'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const options = ['--offline', '--no-audit', '--no-fund', '--no-save', '--cache', join(folder, 'cache')];
  execFileSync('npm', ['install', ...options, ...tarballs], { cwd: folder, shell: process.platform === 'win32' });
  for (const name of names) writeFileSync(join(folder, `${name}.js`), readExample(name).code);
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The example of a package's README, and what it says that it prints. */
function readExample(name: string): { readonly code: string; readonly printed: string } {
  const readme = readFileSync(join(ROOT, 'packages', name, 'README.md'), 'utf8');
  const [, code, printed] = /```js\n(.*?)```.*?```text\n(.*?)```/s.exec(readme) ?? [];
  if (code === undefined || printed === undefined) throw new Error(`packages/${name}/README.md has no example`);
  return { code, printed };
}

/** Writes a program of these examples, one after the other, and returns what it has to print. */
function writeProgram(file: string, examples: readonly string[]): string {
  const runs = examples.map((name) => `console.log('-- ${name}');\nawait import('./${name}.js');\n`);
  writeFileSync(join(folder, file), runs.join(''));
  return examples.map((name) => `-- ${name}\n${readExample(name).printed}`).join('');
}

/** Each version of Node on the path, and the one that runs the tests. */
function findNodes(): readonly string[] {
  const programs = [process.execPath];
  for (const place of process.env['PATH']?.split(delimiter) ?? []) {
    const program = join(place, process.platform === 'win32' ? 'node.exe' : 'node');
    if (existsSync(program)) programs.push(realpathSync(program));
  }
  const versions = programs.map((path) => [execFileSync(path, ['-v'], { encoding: 'utf8' }), path] as const);
  return [...new Map(versions).values()];
}

test('the examples print what their READMEs say, with each Node that is here', () => {
  const expected = writeProgram('all.js', names);
  for (const node of findNodes()) {
    const env = { ...process.env, FORCE_COLOR: '0' };
    expect(execFileSync(node, ['all.js'], { cwd: folder, encoding: 'utf8', env }), node).toBe(expected);
  }
});

test('the examples that read no disk print the same in a browser, from a bundle', async ({ page }) => {
  const forBrowsers = names.filter((name) => !/@khara\/(universe\/node|bench)'/.test(readExample(name).code));
  expect(forBrowsers.length).toBeGreaterThanOrEqual(7);
  const expected = writeProgram('browser.js', forBrowsers);
  const options = ['--platform', 'browser', '--file', 'bundle.js', '--no-code-splitting'];
  const bundler = join(ROOT, 'node_modules/rolldown/bin/cli.mjs');
  execFileSync(process.execPath, [bundler, 'browser.js', ...options], { cwd: folder, stdio: 'pipe' });
  const printed: string[] = [];
  page.on('console', (message) => void printed.push(`${message.text()}\n`));
  page.on('pageerror', ({ message }) => void printed.push(message));
  await page.addScriptTag({ type: 'module', content: readFileSync(join(folder, 'bundle.js'), 'utf8') });
  await expect.poll(() => printed.join('')).toBe(expected);
});

test('types are found under strict rules, and a wrong use of one is refused', () => {
  const uses = names.map((name, at) => `export * as part${at} from '@khara/${name}';\n`).join('');
  writeFileSync(join(folder, 'use.ts'), `${uses}import { rupees } from '@khara/money';\nrupees(1n).trim();\n`);
  writeFileSync(join(folder, 'misuse.ts'), `import { rupees } from '@khara/money';\nrupees(1);\n`);
  const compile = (file: string, ...module: string[]): void => {
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2023'];
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [compiler, ...options, ...module, file], { cwd: folder, stdio: 'pipe' });
  };
  compile('use.ts', '--module', 'nodenext');
  compile('use.ts', '--module', 'esnext', '--moduleResolution', 'bundler');
  expect(() => compile('misuse.ts', '--module', 'nodenext')).toThrow();
});

test('a package has code, types, data and its papers, and no test', () => {
  const files = names.flatMap((name) => {
    const place = join(folder, 'node_modules/@khara', name);
    return readdirSync(place, { encoding: 'utf8', recursive: true }).filter((file) =>
      statSync(join(place, file)).isFile(),
    );
  });
  expect(files.length).toBeGreaterThan(100);
  const odd = /\.test\.|(?<!\.js|\.d\.ts|\.csv|README\.md|LICENSE|package\.json)$/;
  expect(files.filter((file) => odd.test(file))).toEqual([]);
});
