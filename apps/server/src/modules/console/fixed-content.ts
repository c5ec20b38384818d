import type { ConsoleBody, ConsoleData } from '@khara/contract';
import {
  allBanners,
  BANNER_IMAGES,
  FIXED_TEXTS,
  fixedText,
  fixedTextVersion,
  fixedTextVersions,
  saveBanner,
  writeFixedText,
} from '#modules/config/index.ts';
import { done, refuse, type Result } from '../../result.ts';
import { allOf } from './pages.ts';
import { anyNamesPayTo } from './pay-to.ts';
import * as store from './store.ts';
import type { ConsoleDeps, ConsoleHandlersFor, StaffCaller } from './types.ts';

/** Banners and fixed texts: one person saves them, and what was saved, and by whom, is in the audit. Versions of a text are kept. */

/** Refuses, in this order: invalid_input (a picture that the product does not have, a place out of range), pay_to_details. */
async function save(
  { db, clock }: ConsoleDeps,
  { tokenHash }: StaffCaller,
  banner: ConsoleBody<'consoleSaveBanner'>,
): Promise<Result<null, 'invalid_input' | 'pay_to_details'>> {
  if (!BANNER_IMAGES.includes(banner.image)) return refuse('invalid_input', { field: 'image' });
  if (banner.place < 1 || banner.place > 99) return refuse('invalid_input', { field: 'place' });
  if (anyNamesPayTo(banner.texts)) return refuse('pay_to_details', { field: 'texts' });
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
      staff: version?.staff ?? null,
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
      ...written.map(({ version: number, staff, at }) => ({ version: number, staff, at: Number(at) })),
      { version: 0, staff: null, at: null },
    ],
  });
}

/** Refuses, in this order: not_found, pay_to_details, already_there (somebody else has saved a version since). */
async function saveText(
  { db, clock }: ConsoleDeps,
  { tokenHash, staff }: StaffCaller,
  { id, base, texts: words }: ConsoleBody<'consoleSaveText'>,
): Promise<Result<ConsoleData<'consoleSaveText'>, 'not_found' | 'already_there' | 'pay_to_details'>> {
  if (!FIXED_TEXTS.includes(id)) return refuse('not_found', { field: 'id' });
  if (anyNamesPayTo(words)) return refuse('pay_to_details', { field: 'texts' });
  const at = clock.now();
  const version = await db.transaction(async (tx) => {
    const written = await writeFixedText(tx, { id, base, texts: words, staff: staff.number, at });
    if (written !== undefined)
      await store.note(tx, { tokenHash, action: 'text.save', subject: id, reason: 'review', at });
    return written;
  });
  return version === undefined ? refuse('already_there', { field: 'base' }) : done({ version });
}

export const fixedContentHandlers = {
  consoleBanners: async ({ backOffice }) =>
    done({ ...allOf(await allBanners(backOffice)), images: [...BANNER_IMAGES] }),
  consoleSaveBanner: save,
  consoleTexts: texts,
  consoleText: (deps, _caller, body) => text(deps, body),
  consoleSaveText: saveText,
  consoleAnnouncements: async ({ backOffice }) => {
    const rows = await store.announcements(backOffice);
    return done(allOf(rows.map((row) => ({ ...row, at: Number(row.at) }))));
  },
} satisfies ConsoleHandlersFor<
  'consoleBanners' | 'consoleSaveBanner' | 'consoleTexts' | 'consoleText' | 'consoleSaveText' | 'consoleAnnouncements'
>;
