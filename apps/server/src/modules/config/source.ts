import type { Config } from '#src/config.ts';
import { RELEASE } from '#src/kernel/release.ts';

/** The version that runs, and where its source is: users over a network have a right to it (AGPL, section 13). */
export const readSource = ({ SOURCE_URL }: Pick<Config, 'SOURCE_URL'>) => ({
  version: RELEASE.version,
  url: SOURCE_URL ?? RELEASE.source,
});
