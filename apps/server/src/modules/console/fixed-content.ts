import type { ConsoleBody, ConsoleData } from '@khara/contract';
import {
  allBanners,
  BANNER_IMAGES,
  FIXED_TEXTS,
  fixedText,
  fixedTextVersion,
  fixedTextVersions,
  takeBannerDown,
} from '#modules/config/index.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { wholePage } from '#src/kernel/page.ts';
import * as store from './store.ts';
import type { ConsoleDeps, ConsoleHandlersFor, StaffCaller } from './types.ts';

/**
 * What there is to read of banners, fixed texts and announcements, which need two people; and how one takes a
 * banner down.
 */

/**
 * Takes down what two people published, at once: the release's own banner of that id is shown again, or none.
 * Refuses: not_found (a banner that is not shown, or is the release's own).
 */
async function takeDown(
  { db, clock }: ConsoleDeps,
  { staff, tokenHash }: StaffCaller,
  { id }: ConsoleBody<'consoleTakeBannerDown'>,
): Promise<Result<null, 'not_found'>> {
  const at = clock.now();
  const isDown = await db.transaction(async (tx) => {
    const taken = await takeBannerDown(tx, { id, staff: staff.number, at });
    if (taken) await store.recordAct(tx, { tokenHash, action: 'banner.take_down', subject: id, reason: 'review', at });
    return taken;
  });
  return isDown ? done(null) : refuse('not_found', { field: 'id' });
}

async function texts({ backOffice }: ConsoleDeps): Promise<Result<ConsoleData<'consoleTexts'>, never>> {
  const newest = new Map((await fixedTextVersions(backOffice)).toReversed().map((version) => [version.id, version]));
  const list = FIXED_TEXTS.map(async (id) => {
    const version = newest.get(id);
    return {
      id,
      title: (await fixedText(backOffice, id, 'en'))?.title ?? id,
      version: version?.version ?? 0,
      maker: version?.maker ?? null,
      checker: version?.checker ?? null,
      at: version ? version.at : null,
    };
  });
  return done(wholePage(await Promise.all(list)));
}

async function text(
  { backOffice }: ConsoleDeps,
  { id, version }: ConsoleBody<'consoleText'>,
): Promise<Result<ConsoleData<'consoleText'>, 'not_found'>> {
  const written = await fixedTextVersions(backOffice, id);
  const wanted = version ?? written[0]?.version ?? 0;
  const words = await fixedTextVersion(backOffice, id, wanted);
  if (!words) return refuse('not_found', { field: 'id' });
  return done({
    id,
    version: wanted,
    texts: words,
    versions: [
      ...written.map(({ version: number, maker, checker, at: instant }) => ({
        version: number,
        maker,
        checker,
        at: instant,
      })),
      { version: 0, maker: null, checker: null, at: null },
    ],
  });
}

export const fixedContentHandlers = {
  consoleBanners: async ({ backOffice }) =>
    done({ ...wholePage(await allBanners(backOffice)), images: [...BANNER_IMAGES] }),
  consoleTakeBannerDown: takeDown,
  consoleTexts: texts,
  consoleText: (deps, _caller, body) => text(deps, body),
  consoleAnnouncements: async ({ backOffice }) => {
    const rows = await store.announcements(backOffice);
    return done(wholePage(rows.map((row) => ({ ...row, link: row.link ?? null }))));
  },
} satisfies ConsoleHandlersFor<
  'consoleBanners' | 'consoleTakeBannerDown' | 'consoleTexts' | 'consoleText' | 'consoleAnnouncements'
>;
