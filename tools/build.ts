/** A part of `npm test`: builds the web app and the back office when their sources have changed. */
import { build } from './start/build.ts';

if (!(await build())) process.exitCode = 1;
