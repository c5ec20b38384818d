import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline';
import { readUniverse } from '@khara/universe/node';
import { answerLine, type LineSession } from './src/json-lines.ts';

/* A program: the bench over its standard input and output, one JSON a line. Ends with its input. */

const universe = readUniverse();
const session: LineSession = {};
for await (const line of createInterface({ input: stdin })) stdout.write(`${answerLine(session, line, universe)}\n`);
