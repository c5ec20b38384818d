import { createHash } from 'node:crypto';
import type { Queryable } from '#src/ports/database.ts';
import { finding, type Finding } from './finding.ts';

/*
 * The catalogue of the database against what this version's files (apps/server/database) make in an empty
 * one: a superuser may change a function, take a trigger away or give a role more rights, and every row would
 * still be right. Read from the tables of PostgreSQL's own catalogue; its own functions are part of the
 * comparison. What PostgreSQL itself answers is believed: a server whose program was changed can say
 * anything.
 */

/** What is in a catalogue: by the kind and the name of each thing, what it is in words. */
export type Catalogue = ReadonlyMap<string, string>;

/** Names of checks, each with the kinds of things that it is about. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  catalogue_functions: ['function'],
  catalogue_triggers: ['trigger', 'keys of', 'rule', 'event trigger'],
  catalogue_tables: ['relation', 'column', 'constraint', 'index', 'sequence', 'view', 'type', 'applied'],
  catalogue_rights: ['schema', 'policy', 'default rights', 'database', 'role', 'member', 'setting', 'parameter'],
  catalogue_system: ['system', 'extension', 'other'],
};

/** What differs from what this version makes, under the names of its parts. */
export async function verifyCatalogue(tx: Queryable, made: Catalogue): Promise<readonly Finding[]> {
  const found = Object.fromEntries(Object.keys(PARTS).map((name) => [name, finding(name)]));
  const partOf = new Map(Object.entries(PARTS).flatMap(([name, kinds]) => kinds.map((kind) => [kind, name])));
  const is = await readCatalogue(tx);
  for (const key of new Set([...made.keys(), ...is.keys()])) {
    const [kind, name] = key.split('\t') as [string, string];
    if (made.get(key) === is.get(key)) continue;
    const how = !made.has(key)
      ? 'this version makes none'
      : is.has(key)
        ? 'is not what this version makes'
        : 'is missing';
    found[partOf.get(kind)!]!.add(`${kind} ${name}: ${how}`);
  }
  return Object.values(found).map((one) => one.end());
}

/** Files of which the database was made, and this version's are others, or the other way round. */
export async function otherFiles(tx: Queryable, made: Catalogue): Promise<readonly string[]> {
  const rows = await tx.query<{ name: string; is: string }>('catalogue.applied', QUERIES['applied']!);
  const is = new Map(rows.map((row) => [`applied\t${row.name}`, row.is]));
  const names = [...new Set([...made.keys(), ...is.keys()])].filter((key) => key.startsWith('applied\t'));
  return names.filter((key) => made.get(key) !== is.get(key)).map((key) => key.slice('applied\t'.length));
}

/**
 * Reads the catalogue of the database that one is connected to. To be called with PostgreSQL's own schema
 * alone in the search path.
 */
export async function readCatalogue(tx: Queryable): Promise<Catalogue> {
  const catalogue = new Map<string, string>();
  for (const [kind, query] of Object.entries(QUERIES)) {
    const rows = await tx.query<{ name: string; is: string }>(`catalogue.${kind}`, query);
    for (const { name, is } of rows) catalogue.set(`${kind}\t${name}`, is);
  }
  for (const [name, query] of Object.entries(SYSTEM)) {
    const rows = await tx.query<{ line: string }>(`catalogue.system.${name}`, query);
    const lines = rows.map(({ line }) => line).sort();
    catalogue.set(`system\t${name}`, createHash('sha256').update(lines.join('\n')).digest('hex'));
  }
  return catalogue;
}

/** The first object identifier that is not PostgreSQL's own. */
const OURS = 16_384;

/** PostgreSQL's own two schemas, by their identifiers. */
const postgres = (schema: string) => `${schema} IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`;

/** Everything that is not PostgreSQL's own, by the identifier of its schema. */
const own = (schema: string) => `${schema} IN (SELECT n.oid FROM pg_namespace n WHERE
  n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\\_toast%' AND n.nspname NOT LIKE 'pg\\_temp%')`;

/** A role by its identifier. Its administrator has a name of its own in every installation. */
const role = (oid: string) =>
  `CASE WHEN ${oid} = 0 THEN 'everybody' WHEN ${oid} = 10 THEN 'administrator'
    ELSE (SELECT CASE WHEN who.rolname = current_user THEN 'administrator' ELSE who.rolname END FROM pg_roles who WHERE who.oid = ${oid}) END`;

/** Rights by role, in an order that does not depend on who gave them. */
const rights = (acl: string, type: string, owner: string) => `coalesce((
  SELECT string_agg(g.who || '=' || g.what, ' ' ORDER BY g.who) FROM (
    SELECT ${role('x.grantee')} AS who, string_agg(x.privilege_type || CASE WHEN x.is_grantable THEN '*' ELSE '' END, ',' ORDER BY x.privilege_type) AS what
    FROM aclexplode(coalesce(${acl}, acldefault('${type}', ${owner}))) x GROUP BY 1) g), 'no role')`;

const named = (schema: string, name: string) =>
  `(SELECT n.nspname FROM pg_namespace n WHERE n.oid = ${schema}) || '.' || ${name}`;

const text = (...parts: readonly string[]) => `concat_ws('; ', ${parts.join(', ')})`;

/** By kind of thing: a query for its name and for everything that it is, in words. */
const QUERIES: Readonly<Record<string, string>> = {
  schema: `SELECT n.nspname AS name, ${text(role('n.nspowner'), rights('n.nspacl', 'n', 'n.nspowner'))} AS is FROM pg_namespace n
    WHERE ${own('n.oid')} OR ${postgres('n.oid')}`,
  function: `SELECT ${named('p.pronamespace', 'p.proname')} || '(' || pg_get_function_identity_arguments(p.oid) || ')' AS name, ${text(
    role('p.proowner'),
    'pg_get_function_arguments(p.oid)',
    'pg_get_function_result(p.oid)',
    '(SELECT l.lanname FROM pg_language l WHERE l.oid = p.prolang)',
    "concat(p.prokind, p.provolatile, p.proparallel, ' strict ', p.proisstrict, ' definer ', p.prosecdef, ' leakproof ', p.proleakproof, ' ', p.procost, ' ', p.prorows, ' ', p.prosupport)",
    'p.proconfig::text',
    rights('p.proacl', 'f', 'p.proowner'),
    'p.probin',
    'p.prosrc',
    'pg_get_function_sqlbody(p.oid)',
  )} AS is FROM pg_proc p WHERE ${own('p.pronamespace')}`,
  relation: `SELECT ${named('c.relnamespace', 'c.relname')} AS name, ${text(
    "concat(c.relkind, c.relpersistence, ' secured ', c.relrowsecurity, c.relforcerowsecurity, ' part ', c.relispartition)",
    role('c.relowner'),
    'c.reloptions::text',
    'pg_get_expr(c.relpartbound, c.oid)',
    'pg_get_partkeydef(c.oid)',
    `(SELECT string_agg(i.inhparent::regclass::text, ',' ORDER BY i.inhseqno) FROM pg_inherits i WHERE i.inhrelid = c.oid)`,
    `(SELECT a.amname FROM pg_am a WHERE a.oid = c.relam)`,
    rights('c.relacl', 'r', 'c.relowner'),
  )} AS is FROM pg_class c WHERE c.relkind NOT IN ('i', 'I', 'S') AND ${own('c.relnamespace')}`,
  column: `SELECT ${named('c.relnamespace', "c.relname || '.' || a.attname")} AS name, ${text(
    'format_type(a.atttypid, a.atttypmod)',
    "concat('not null ', a.attnotnull, ' identity ', a.attidentity, ' generated ', a.attgenerated, ' ', a.attcollation::regcollation)",
    'pg_get_expr(d.adbin, d.adrelid)',
    `CASE WHEN a.attacl IS NOT NULL THEN ${rights('a.attacl', 'c', 'c.relowner')} END`,
  )} AS is FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind NOT IN ('i', 'I', 'S') AND ${own('c.relnamespace')}`,
  constraint: `SELECT coalesce(nullif(k.conrelid, 0)::regclass::text, nullif(k.contypid, 0)::regtype::text) || ' ' || k.conname AS name, ${text(
    'k.contype::text',
    'concat(k.condeferrable, k.condeferred, k.convalidated, k.conenforced)',
    'pg_get_constraintdef(k.oid)',
  )} AS is FROM pg_constraint k WHERE ${own('k.connamespace')}`,
  index: `SELECT ${named('c.relnamespace', 'c.relname')} AS name, ${text(
    'pg_get_indexdef(i.indexrelid)',
    'concat(i.indisvalid, i.indisready, i.indislive, i.indisunique, i.indimmediate)',
  )} AS is FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE ${own('c.relnamespace')}`,
  sequence: `SELECT ${named('c.relnamespace', 'c.relname')} AS name, ${text(
    role('c.relowner'),
    "concat_ws(' ', s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmax, s.seqmin, s.seqcache, s.seqcycle)",
    rights('c.relacl', 's', 'c.relowner'),
  )} AS is FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid WHERE ${own('c.relnamespace')}`,
  view: `SELECT ${named('c.relnamespace', 'c.relname')} AS name, pg_get_viewdef(c.oid) AS is FROM pg_class c WHERE c.relkind IN ('v', 'm') AND ${own('c.relnamespace')}`,
  type: `SELECT ${named('t.typnamespace', 't.typname')} AS name, ${text(
    "concat(t.typtype, t.typcategory, t.typnotnull, ' ', t.typinput, ' ', t.typoutput)",
    role('t.typowner'),
    'format_type(nullif(t.typbasetype, 0), t.typtypmod)',
    't.typdefault',
    `(SELECT string_agg(e.enumlabel, ',' ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = t.oid)`,
    rights('t.typacl', 'T', 't.typowner'),
  )} AS is FROM pg_type t WHERE ${own('t.typnamespace')} AND t.typelem = 0 OR t.typtype = 'd' AND ${own('t.typnamespace')}`,
  trigger: `SELECT t.tgrelid::regclass || ' ' || t.tgname AS name, ${text(
    't.tgenabled::text',
    'pg_get_triggerdef(t.oid)',
  )} AS is FROM pg_trigger t WHERE NOT t.tgisinternal`,
  // Those that keep foreign keys have a number of their own in every database.
  'keys of': `SELECT t.tgrelid::regclass::text AS name, string_agg(concat_ws(' ', k.conname, t.tgfoid::regproc, t.tgenabled, t.tgtype), ',' ORDER BY k.conname, t.tgfoid, t.tgtype) AS is
    FROM pg_trigger t LEFT JOIN pg_constraint k ON k.oid = t.tgconstraint WHERE t.tgisinternal GROUP BY t.tgrelid`,
  rule: `SELECT w.ev_class::regclass || ' ' || w.rulename AS name, ${text('w.ev_enabled::text', 'pg_get_ruledef(w.oid)')} AS is FROM pg_rewrite w WHERE w.oid >= ${OURS}`,
  'event trigger': `SELECT e.evtname AS name, ${text('e.evtevent', 'e.evtenabled::text', 'e.evtfoid::regproc::text')} AS is FROM pg_event_trigger e`,
  policy: `SELECT p.polrelid::regclass || ' ' || p.polname AS name, ${text(
    'concat(p.polcmd, p.polpermissive)',
    'pg_get_expr(p.polqual, p.polrelid)',
    'pg_get_expr(p.polwithcheck, p.polrelid)',
  )} AS is FROM pg_policy p`,
  'default rights': `SELECT ${role('d.defaclrole')} || ' ' || coalesce((SELECT n.nspname FROM pg_namespace n WHERE n.oid = d.defaclnamespace), 'any schema') || ' ' || d.defaclobjtype::text AS name,
    (SELECT string_agg(g.who || '=' || g.what, ' ' ORDER BY g.who) FROM (
      SELECT ${role('x.grantee')} AS who, string_agg(x.privilege_type, ',' ORDER BY x.privilege_type) AS what FROM aclexplode(d.defaclacl) x GROUP BY 1) g) AS is
    FROM pg_default_acl d`,
  database: `SELECT 'khara' AS name, ${text(role('d.datdba'), rights('d.datacl', 'd', 'd.datdba'))} AS is FROM pg_database d WHERE d.datname = current_database()`,
  // A role that was made after the database system and may get past what stands in the tables has no place
  // here, whatever its name is.
  role: `SELECT ${role('r.oid')} AS name, concat_ws(' ', r.rolsuper, r.rolinherit, r.rolcreaterole, r.rolcreatedb, r.rolcanlogin, r.rolreplication, r.rolbypassrls, r.rolconnlimit,
      r.rolvaliduntil) AS is
    FROM pg_roles r WHERE r.rolname LIKE 'khara\\_%' OR r.oid >= ${OURS} AND r.rolname <> current_user
      AND (r.rolsuper OR r.rolcreaterole OR r.rolcreatedb OR r.rolreplication OR r.rolbypassrls)`,
  // PostgreSQL's own roles read and write every table, or files and programs of the server. Those that only
  // watch it are an ordinary monitor's.
  member: `SELECT ${role('m.member')} || ' of ' || ${role('m.roleid')} AS name,
      string_agg(concat_ws(' ', m.admin_option, m.inherit_option, m.set_option), ', ' ORDER BY m.admin_option, m.inherit_option, m.set_option) AS is
    FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.roleid JOIN pg_roles w ON w.oid = m.member
    WHERE (r.rolname LIKE 'khara\\_%' OR w.rolname LIKE 'khara\\_%'
        OR r.oid < ${OURS} AND r.rolname NOT IN ('pg_monitor', 'pg_read_all_settings', 'pg_read_all_stats', 'pg_stat_scan_tables'))
      AND w.rolname <> current_user AND w.oid <> 10
    GROUP BY m.member, m.roleid`,
  // Settings of this database, of all databases, and of roles that are ours; of any other role what leaves
  // triggers out.
  setting: `SELECT ${role('s.setrole')} || CASE WHEN s.setdatabase = 0 THEN ' in every database' ELSE '' END AS name, s.setconfig::text AS is FROM pg_db_role_setting s
    WHERE s.setdatabase = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
      OR s.setdatabase = 0 AND (s.setrole = 0 OR EXISTS (SELECT FROM unnest(s.setconfig) c WHERE c LIKE 'session\\_replication\\_role=%')
        OR (SELECT r.rolname LIKE 'khara\\_%' OR r.rolname = current_user FROM pg_roles r WHERE r.oid = s.setrole))
    UNION ALL SELECT 'session_replication_role', current_setting('session_replication_role')`,
  parameter: `SELECT p.parname AS name, ${rights('p.paracl', 'p', '10')} AS is FROM pg_parameter_acl p`,
  extension: `SELECT e.extname AS name, e.extversion AS is FROM pg_extension e`,
  other: [
    "SELECT 'aggregate ' || aggfnoid AS name FROM pg_aggregate WHERE aggfnoid::oid >= $",
    "SELECT 'operator ' || oid::regoperator FROM pg_operator WHERE oid >= $",
    "SELECT 'cast ' || castsource::regtype || ' ' || casttarget::regtype FROM pg_cast WHERE oid >= $",
    "SELECT 'operator class ' || opcname FROM pg_opclass WHERE oid >= $",
    "SELECT 'operator family ' || opfname FROM pg_opfamily WHERE oid >= $",
    "SELECT 'conversion ' || conname FROM pg_conversion WHERE oid >= $",
    "SELECT 'collation ' || collname FROM pg_collation WHERE oid >= $",
    "SELECT 'access method ' || amname FROM pg_am WHERE oid >= $",
    "SELECT 'language ' || lanname FROM pg_language WHERE oid >= $",
    "SELECT 'foreign server ' || srvname FROM pg_foreign_server",
    "SELECT 'publication ' || pubname FROM pg_publication",
    "SELECT 'text search ' || cfgname FROM pg_ts_config WHERE oid >= $",
    "SELECT 'statistics ' || stxname FROM pg_statistic_ext",
    "SELECT 'transform ' || oid FROM pg_transform",
  ]
    .map((query) => query.replace('$', String(OURS)))
    .join(' UNION ALL ')
    .replace(/^/, "SELECT o.name, 'there' AS is FROM (")
    .concat(') o'),
  applied: `SELECT m.name, m.checksum AS is FROM database.applied m`,
};

/**
 * PostgreSQL's own part, of which a hash says enough: a function that counts or hashes could be made to lie
 * as well as one of ours.
 */
const SYSTEM: Readonly<Record<string, string>> = {
  'functions of PostgreSQL': `SELECT ${text(
    // Those that are made with a database system have no number of their own in every release.
    'CASE WHEN p.oid < 12000 THEN p.oid END::text',
    'p.pronamespace::regnamespace::text',
    'p.proname',
    'p.prosrc',
    'p.probin',
    'pg_get_function_sqlbody(p.oid)',
    'p.prolang::text',
    'p.proargtypes::text',
    'p.prorettype::text',
    'concat(p.prokind, p.provolatile, p.proparallel, p.proisstrict, p.prosecdef, p.proleakproof, p.proretset, p.provariadic)',
    'p.proargdefaults::text',
    'p.prosupport::oid::text',
    'p.proconfig::text',
    "CASE WHEN p.proowner = 10 THEN 'its own' END",
    rights('p.proacl', 'f', 'p.proowner'),
  )} AS line FROM pg_proc p WHERE ${postgres('p.pronamespace')}`,
  'aggregates of PostgreSQL': `SELECT to_jsonb(a)::text AS line FROM pg_aggregate a JOIN pg_proc p ON p.oid = a.aggfnoid WHERE ${postgres('p.pronamespace')}`,
  'operators of PostgreSQL': `SELECT concat_ws(' ', o.oid, o.oprname, o.oprleft, o.oprright, o.oprcode::oid, o.oprcom, o.oprnegate, o.oprcanmerge, o.oprcanhash, o.oprrest::oid, o.oprjoin::oid) AS line
    FROM pg_operator o WHERE ${postgres('o.oprnamespace')}`,
  // By what an index is ordered and searched: with others it finds other rows.
  'operator classes of PostgreSQL': `SELECT concat_ws(' ', c.opcmethod, c.opcname, c.opcfamily, c.opcintype, c.opcdefault, c.opckeytype) AS line FROM pg_opclass c WHERE c.oid < ${OURS}`,
  'operators of its indexes': `SELECT concat_ws(' ', a.amopfamily, a.amoplefttype, a.amoprighttype, a.amopstrategy, a.amoppurpose, a.amopopr, a.amopmethod, a.amopsortfamily) AS line FROM pg_amop a WHERE a.amopfamily < ${OURS}`,
  'functions of its indexes': `SELECT concat_ws(' ', a.amprocfamily, a.amproclefttype, a.amprocrighttype, a.amprocnum, a.amproc::oid) AS line FROM pg_amproc a WHERE a.amprocfamily < ${OURS}`,
  'languages of PostgreSQL': `SELECT concat_ws(' ', l.lanname, l.lanispl, l.lanpltrusted, l.lanplcallfoid::regproc, l.laninline::regproc, l.lanvalidator::regproc) AS line FROM pg_language l
    UNION ALL SELECT concat_ws(' ', a.amname, a.amtype, a.amhandler) FROM pg_am a`,
  'types of PostgreSQL': `SELECT concat_ws(' ', t.typname, t.typtype, t.typinput::oid, t.typoutput::oid, t.typsend::oid, t.typreceive::oid, t.typbasetype, t.typdefault) AS line
    FROM pg_type t WHERE ${postgres('t.typnamespace')} AND t.typrelid = 0 AND t.typelem = 0`,
  'casts of PostgreSQL': `SELECT concat_ws(' ', c.castsource, c.casttarget, c.castfunc, c.castcontext, c.castmethod) AS line FROM pg_cast c WHERE c.oid < ${OURS}`,
  'tables of PostgreSQL': `SELECT ${text(
    'c.relnamespace::regnamespace::text',
    'c.relname',
    'concat(c.relkind, c.relpersistence, c.relrowsecurity, c.relhasrules, c.relhastriggers)',
    'c.reloptions::text',
    "CASE WHEN c.relowner = 10 THEN 'its own' END",
    rights('c.relacl', 'r', 'c.relowner'),
  )} AS line FROM pg_class c WHERE ${postgres('c.relnamespace')} AND c.relkind NOT IN ('i', 'I')`,
  'columns of PostgreSQL': `SELECT ${text(
    'c.relname',
    'a.attnum::text',
    'a.attname',
    'format_type(a.atttypid, a.atttypmod)',
    `CASE WHEN a.attacl IS NOT NULL THEN ${rights('a.attacl', 'c', 'c.relowner')} END`,
  )} AS line FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE ${postgres('c.relnamespace')} AND c.relkind NOT IN ('i', 'I') AND a.attnum > 0`,
  'constraints of PostgreSQL': `SELECT concat_ws(' ', k.conname, pg_get_constraintdef(k.oid)) AS line FROM pg_constraint k WHERE ${postgres('k.connamespace')}`,
  'views of PostgreSQL': `SELECT concat_ws(' ', c.relname, pg_get_viewdef(c.oid)) AS line FROM pg_class c WHERE ${postgres('c.relnamespace')} AND c.relkind IN ('v', 'm')`,
};
