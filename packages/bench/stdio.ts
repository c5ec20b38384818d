import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline';
import { readUniverse } from '@khara/universe/node';
import { answerLine, lineMarketOf } from './src/json-lines.ts';

/* A program: the bench over its standard input and output, one JSON a line. Ends with its input. */

const market = lineMarketOf(readUniverse());
for await (const line of createInterface({ input: stdin })) stdout.write(`${answerLine(market, line)}\n`);
