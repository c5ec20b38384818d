import type { Data } from '@khara/contract';
import css from './banners.module.css';

export type Banner = Data<'homeBanner'>[number];

export function BannerLink({ banner: { link, title, text, image } }: { readonly banner: Banner }) {
  return (
    <a className={css.banner} href={link.startsWith('#') ? link : `#${link}`} draggable={false}>
      <span className={css.words}>
        <b>{title}</b>
        <span>{text}</span>
      </span>
      <img src={image} alt="" width={68} height={64} draggable={false} loading="lazy" />
    </a>
  );
}
