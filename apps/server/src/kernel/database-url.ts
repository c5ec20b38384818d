/**
 * An address of PostgreSQL with several hosts, as libpq has it (postgres://USER:PASSWORD@ONE:5432,TWO:5432/DATABASE),
 * as an address of each. Of one host it is that alone.
 */
export function urlsOfHosts(url: string): readonly [string, ...string[]] {
  const [, before = '', hosts = '', after = ''] = /^([a-z]+:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? [];
  const [first, ...others] = hosts.split(',');
  if (others.length === 0) return [url];
  return [`${before}${first}${after}`, ...others.map((host) => `${before}${host}${after}`)];
}
