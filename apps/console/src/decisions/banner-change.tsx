import type { ConsoleData } from '@khara/contract';
import { useState } from 'react';
import { LANGUAGES } from 'virtual:contract';
import { useCall } from '../api/data.ts';
import { ChangedLines } from '../ui/changed-lines.tsx';
import { ChangedTerms } from './changed-terms.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import css from './banner-change.module.css';

type Line = ConsoleData<'consoleBanners'>['list'][number];
export type Banner = Pick<Line, 'image' | 'link' | 'place' | 'shown' | 'texts'>;
type Words = Banner['texts']['en'];

/** Pictures are the app's own: on the same origin, below /h5/. */
export const imageName = (image: string): string => image.replace(/^.*\//, '').replace('.svg', '');

/** A banner as the app draws it. */
export function BannerFigure({ image, words: { title, text } }: { readonly image: string; readonly words: Words }) {
  return (
    <figure className={css.banner}>
      <figcaption>
        <strong>{title}</strong>
        {text}
      </figcaption>
      <img src={image} alt="" width={112} height={104} />
    </figure>
  );
}

/**
 * What the home page will show by a request, in each language, and what of it is other than now: to be read
 * before it is agreed to.
 */
export function BannerChange({
  id,
  banner,
  isOpen,
}: {
  readonly id: string;
  readonly banner: Banner;
  /** Whether it still waits: what was decided is compared with nothing. */
  readonly isOpen: boolean;
}) {
  const [reading, setReading] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setReading(currentTarget.open)}>
      <summary>What the home page {isOpen ? 'will show' : 'was to show'}</summary>
      {reading && isOpen ? <Compared id={id} banner={banner} /> : null}
      {reading && !isOpen ? <Shown banner={banner} /> : null}
    </details>
  );
}

const whole = ({ title, text }: Words): string => `${title}\n${text}`;
const bannerTerms = ({ image, link, place, shown }: Banner): readonly (readonly [string, string])[] => [
  ['In the app', shown ? 'shown' : 'hidden'],
  ['Picture', imageName(image)],
  ['Leads to', link],
  ['Place', String(place)],
];

function Compared({ id, banner }: { readonly id: string; readonly banner: Banner }) {
  const { data, error, refetch } = useCall('consoleBanners', {}, { everyMs: false });
  if (error) return <Failed error={error} retry={refetch} />;
  if (!data) return <Loading />;
  const now = data.list.find((one) => one.id === id);
  return (
    <>
      <p className="quiet">{now ? 'Struck-out words are the present ones.' : 'There is no such banner yet.'}</p>
      <Shown banner={banner} now={now} />
    </>
  );
}

function Shown({ banner, now }: { readonly banner: Banner; readonly now?: Banner | undefined }) {
  return (
    <>
      <ChangedTerms after={bannerTerms(banner)} before={now && bannerTerms(now)} />
      {LANGUAGES.map(({ tag, name }) => (
        <section key={tag} lang={tag} aria-label={name}>
          <h3>{name}</h3>
          <BannerFigure image={banner.image} words={banner.texts[tag]} />
          {now ? <ChangedLines before={whole(now.texts[tag])} after={whole(banner.texts[tag])} /> : null}
        </section>
      ))}
    </>
  );
}
