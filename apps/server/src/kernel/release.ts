import release from '../../../../package.json' with { type: 'json' };

/** A copy of the product names its source in the field of npm. */
const { version, repository }: { version: string; repository?: string | { readonly url: string } } = release;
const address = (typeof repository === 'string' ? repository : repository?.url)?.replace(/^git\+/, '');

/**
 * Before the repository has an owner its address has this in the owner's place and leads nowhere (tools/project.ts).
 */
const NO_OWNER = '/OWNER/';
const leads = address?.startsWith('https://') && !address.includes(NO_OWNER);

/** The version that runs, and where its package says that its source is: an address with https:, or null. */
export const RELEASE = { version, source: leads ? address : null } as const;
