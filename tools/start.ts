/**
 * `npm start`: refuses a data directory in use, builds the web app and the back office when their sources
 * have changed, then runs the server in this terminal. Signals go to the server, and its exit code is ours;
 * it is drained when npm is ended too (start/run-child.ts). `npm start -- --help` lists the variables, and with
 * `--lan` phones of this machine's network come in.
 */
import path from 'node:path';
import { build } from './start/build.ts';
import { helpText } from './start/help.ts';
import { whyInUse } from './start/in-use.ts';
import { startProgress } from './start/progress.ts';
import { runChild } from './start/run-child.ts';

if (process.argv.includes('--help') || process.argv.includes('-h')) {
  console.log(helpText());
  process.exit(0);
}
if (process.argv.includes('--lan')) {
  process.env['LAN'] = 'on';
  process.env['HOST'] ??= '0.0.0.0';
}
const root = path.join(import.meta.dirname, '..');
const inUse = await whyInUse(process.env, root);
if (inUse !== undefined) {
  console.error(inUse);
  process.exit(1);
}
if (!(await build())) process.exit(1);

const progress = process.stdout.isTTY ? startProgress('Starting the server') : undefined;
const server = ['--enable-source-maps', path.join(root, 'apps/server/src/main.ts')];
const code = await runChild(process.execPath, server, root, (message, answer) => {
  // What main.ts sends: how far the start has come.
  const { done, label } = message as { readonly done?: number; readonly label?: string };
  if (done === undefined) return;
  if (done < 1) return progress?.to(done, label);
  progress?.end();
  answer('cleared');
});
progress?.end();
process.exit(code);
