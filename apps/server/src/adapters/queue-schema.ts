import { getConstructionPlans } from 'pg-boss';

/**
 * Tables of pg-boss's statistics by day. They are not used, and would differ by the day on which a database was made.
 */
const DAYS_OF_STATISTICS = /\n    DO \$\$\n    DECLARE\n      d date;[\s\S]*?\n    \$\$\n  ;\n/;

/**
 * The schema that the installed pg-boss makes for itself, as a file of ours: neither server nor jobs may make anything.
 */
export function queueSchema(): string {
  const plans = getConstructionPlans('pgboss');
  const schema = plans.slice(plans.indexOf('CREATE SCHEMA'), plans.lastIndexOf('COMMIT;')).trimEnd();
  if (!DAYS_OF_STATISTICS.test(schema)) throw new Error('pg-boss makes its statistics in another way');
  return [
    '-- What pg-boss makes for itself, without the tables of its statistics by day. Generated: npm run db:pgboss.\n',
    `${schema.replace(DAYS_OF_STATISTICS, '\n')}\n`,
  ].join('\n');
}
