import { z } from 'zod';
import { accounts } from './accounts.ts';
import { auction } from './auction.ts';
import { bands } from './bands.ts';
import { calendar } from './session-clock.ts';
import { capitalGains } from './charges.ts';
import { judge, type CaseResult, type Suite } from './case.ts';
import { charges } from './charges.ts';
import { corporateActions } from './corporate-actions.ts';
import { drawFile, runDrawFile } from './draw.ts';
import { funds } from './funds.ts';
import { identifiers } from './identifiers.ts';
import { indicators } from './indicators.ts';
import { ipoLottery } from './ipo-lottery.ts';
import { margins } from './margins.ts';
import { netting } from './netting.ts';
import { series } from './surveillance.ts';
import { orders } from './orders.ts';
import { placements } from './placements.ts';
import { sessionClock } from './session-clock.ts';
import { surveillance } from './surveillance.ts';
import { ticks } from './bands.ts';

/** Suites by the `schema` that a file names. */
const SUITES: Readonly<Record<string, Suite>> = {
  'accounts/1': accounts,
  'auction/1': auction,
  'bands/1': bands,
  'calendar/1': calendar,
  'capital_gains/1': capitalGains,
  'charges/1': charges,
  'corporate_actions/1': corporateActions,
  'funds/1': funds,
  'identifiers/1': identifiers,
  'indicators/1': indicators,
  'ipo_lottery/1': ipoLottery,
  'margins/1': margins,
  'netting/1': netting,
  'series/1': series,
  'orders/1': orders,
  'placements/1': placements,
  'session_clock/1': sessionClock,
  'surveillance/1': surveillance,
  'ticks/1': ticks,
};

const vectorFile = z.object({
  schema: z.string(),
  cases: z.array(z.looseObject({ id: z.string(), kind: z.string(), expect: z.unknown() })),
});

/** Runs a parsed file of vectors. Throws when it has no known schema; a case of an unknown kind fails. */
export function runVectors(json: unknown): readonly CaseResult[] {
  if (isDrawFile(json)) return runDrawFile(parse(drawFile, json));
  const { schema, cases } = parse(vectorFile, json);
  const suite = SUITES[schema];
  if (!suite) throw new Error(`unknown schema ${schema}`);
  return cases.map((each) => {
    const answer = Object.hasOwn(suite, each.kind) ? suite[each.kind] : undefined;
    return judge(each.id, each.expect, () => {
      if (!answer) throw new Error(`unknown kind ${each.kind}`);
      return answer(each);
    });
  });
}

/** Files of draws and of the ledger's log name a version instead of a schema. */
const isDrawFile = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && 'version' in json && !('schema' in json);

function parse<Shape extends z.ZodType>(shape: Shape, json: unknown): z.output<Shape> {
  const file = shape.safeParse(json);
  if (!file.success) throw new Error(`not a file of vectors: ${z.prettifyError(file.error).replaceAll('\n', ' ')}`);
  return file.data;
}
