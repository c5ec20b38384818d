import type { ConsoleBody, ConsoleData } from '@khara/contract';
import {
  allBanners,
  BANNER_IMAGES,
  FIXED_TEXTS,
  fixedText,
  fixedTextVersion,
  fixedTextVersions,
  saveBanner,
} from '#modules/config/index.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { allOf } from './pages.ts';
import * as store from './store.ts';
import type { ConsoleDeps, ConsoleHandlersFor, StaffCaller } from './types.ts';
import { whyUnfit, type Unfit } from './unfit.ts';

/** Banners, which one person saves (the audit has who), and what there is to read of fixed texts and announcements, which need two. */

/** Refuses, in this order: invalid_input (a picture that the product does not have, a place out of range), pay_to_details, claims_too_much. */
async function save(
  { db, clock }: ConsoleDeps,
  { tokenHash }: StaffCaller,
  banner: ConsoleBody<'consoleSaveBanner'>,
): Promise<Result<null, 'invalid_input' | Unfit>> {
  if (!BANNER_IMAGES.includes(banner.image)) return refuse('invalid_input', { field: 'image' });
  if (banner.place < 1 || banner.place > 99) return refuse('invalid_input', { field: 'place' });
  const unfit = whyUnfit(banner.texts, 'texts');
  if (unfit) return unfit;
  const at = clock.now();
  await db.transaction(async (tx) => {
    await saveBanner(tx, banner, at);
    const action = banner.shown ? 'banner.save' : 'banner.hide';
    await store.note(tx, { tokenHash, action, subject: banner.id, reason: 'review', at });
  });
  return done(null);
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
      at: version ? Number(version.at) : null,
    };
  });
  return done(allOf(await Promise.all(list)));
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
        at: Number(instant),
      })),
      { version: 0, maker: null, checker: null, at: null },
    ],
  });
}

export const fixedContentHandlers = {
  consoleBanners: async ({ backOffice }) =>
    done({ ...allOf(await allBanners(backOffice)), images: [...BANNER_IMAGES] }),
  consoleSaveBanner: save,
  consoleTexts: texts,
  consoleText: (deps, _caller, body) => text(deps, body),
  consoleAnnouncements: async ({ backOffice }) => {
    const rows = await store.announcements(backOffice);
    return done(allOf(rows.map((row) => ({ ...row, at: Number(row.at) }))));
  },
} satisfies ConsoleHandlersFor<
  'consoleBanners' | 'consoleSaveBanner' | 'consoleTexts' | 'consoleText' | 'consoleAnnouncements'
>;
