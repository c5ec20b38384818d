import { readArguments } from './lib/command.ts';
import { MANUALS } from '../src/http/manuals/index.ts';

const list = Object.entries(MANUALS)
  .map(([name, { title }]) => `  ${name.padEnd(9)}${title}`)
  .join('\n');
const { positionals } = readArguments({
  usage: 'npm run manual [-- NAME]',
  does: `Prints a manual as Markdown, made of the source that it describes. Without a name it lists them:\n\n${list}`,
  takes: { least: 0, most: 1 },
});
const [name] = positionals;
if (name === undefined) console.log(`npm run manual -- NAME prints one of these as Markdown:\n\n${list}`);
else if (Object.hasOwn(MANUALS, name)) process.stdout.write(MANUALS[name]!.print());
else {
  console.error(`There is no manual '${name}'. These can be printed:\n\n${list}`);
  process.exitCode = 2;
}
