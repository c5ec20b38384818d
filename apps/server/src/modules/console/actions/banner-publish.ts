import { BANNER_IMAGES, publishDecidedBanner, type DecidedBanner } from '#modules/config/index.ts';
import { done, refuse } from '#src/kernel/result.ts';
import { whyUnfit } from '../unfit.ts';
import { withNotices, type Action } from './action.ts';

type Banner = Pick<DecidedBanner, 'image' | 'link' | 'place' | 'shown' | 'texts'>;

export const bannerPublish: Action<{ readonly banner: Banner }> = {
  termsOf: ({ banner }) => banner && { banner },
  subjectOf(_deps, subject, { banner: { image, place, texts } }) {
    if (!/^[A-Za-z0-9-]{3,48}$/.test(subject)) return refuse('invalid_input', { field: 'subject' });
    if (!BANNER_IMAGES.includes(image)) return refuse('invalid_input', { field: 'image' });
    if (place < 1 || place > 99) return refuse('invalid_input', { field: 'place' });
    return whyUnfit(texts, 'payload') ?? done(subject);
  },
  async execute(tx, deps, { id, subject, terms: { banner }, maker, checker }) {
    await publishDecidedBanner(tx, { id: subject, ...banner, requestId: id, maker, checker, at: deps.clock.now() });
    return withNotices(deps);
  },
  decided: `
    SELECT 'banner ' || b.id AS what, EXISTS (
      SELECT FROM done r WHERE r.id = b.request_id::text AND r.subject = b.id AND r.maker = b.maker AND r.checker = b.checker
        AND r.payload -> 'banner' = jsonb_build_object('image', b.image, 'link', b.link, 'place', b.place, 'shown', b.shown, 'texts', b.texts)) AS ok
    FROM content.banner b
    UNION ALL SELECT 'banner ' || r.subject, EXISTS (SELECT FROM content.banner b WHERE b.request_id::text = r.id) FROM done r`,
};
