import type { ConsoleData, ConsolePayload } from '@khara/contract';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useAct, useCall } from '../data.ts';
import { FourLanguages, isWhole, perLanguage } from '../ui/four-languages.tsx';
import { Empty, Failed, Heading, Loading } from '../ui/states.tsx';

type Banner = ConsoleData<'consoleBanners'>['list'][number];
type Fields = ConsolePayload<'consoleSaveBanner'>;

/** Pictures are the app's own: on the same origin, below /h5/. */
const nameOf = (image: string): string => image.replace(/^.*\//, '').replace('.svg', '');

function Editor({
  banner,
  images,
  isNew,
  close,
}: {
  readonly banner: Fields;
  readonly images: readonly string[];
  readonly isNew: boolean;
  readonly close: () => void;
}) {
  const { register, handleSubmit, watch } = useForm<Fields>({ defaultValues: banner });
  const save = useAct('consoleSaveBanner');
  const texts = watch('texts');
  const image = watch('image');
  const send = handleSubmit((fields) => save.mutate(fields, { onSuccess: close }));
  return (
    <form className="card stack" onSubmit={(event) => void send(event)}>
      <h2>{isNew ? 'A new banner' : banner.texts.en.title}</h2>
      <div className="row fields">
        <label>
          Id
          <input disabled={!isNew} {...register('id', { required: true, pattern: /^[A-Za-z0-9-]{3,48}$/ })} />
        </label>
        <label>
          Picture
          <select {...register('image')}>
            {images.map((one) => (
              <option key={one} value={one}>
                {nameOf(one)}
              </option>
            ))}
          </select>
        </label>
        <label>
          Leads to
          <input placeholder="/pages/news/index" {...register('link', { required: true, pattern: /^\/pages\// })} />
        </label>
        <label>
          Place
          <input type="number" min={1} max={99} {...register('place', { required: true })} />
        </label>
        <label className="row">
          <input type="checkbox" {...register('shown')} /> Shown in the app
        </label>
      </div>
      <FourLanguages
        texts={texts}
        fields={(tag) => (
          <>
            <label>
              Title
              <input maxLength={80} {...register(`texts.${tag}.title`)} />
            </label>
            <label>
              Text
              <input maxLength={120} {...register(`texts.${tag}.text`)} />
            </label>
          </>
        )}
        preview={(tag) => (
          <figure className="banner">
            <img src={image} alt="" />
            <figcaption>
              <strong>{texts[tag].title}</strong>
              {texts[tag].text}
            </figcaption>
          </figure>
        )}
      />
      {save.error ? <p role="alert">{save.error.message}</p> : null}
      <div className="row">
        <button type="submit" className="primary" disabled={save.isPending || !isWhole(texts)}>
          Save
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
        <span className="quiet">All four languages are needed.</span>
      </div>
    </form>
  );
}

const emptyOf = (images: readonly string[], place: number): Fields => ({
  id: '',
  image: images[0] ?? '',
  link: '',
  place,
  shown: true,
  texts: perLanguage({ title: '', text: '' }),
});

function Line({ banner, edit }: { readonly banner: Banner; readonly edit: () => void }) {
  return (
    <li className="card banner-line">
      <img src={banner.image} alt="" />
      <div>
        <strong>{banner.texts.en.title}</strong>
        <p className="quiet">
          {banner.place}. {banner.texts.en.text} Leads to {banner.link}
        </p>
        <div className="row">
          <span className={banner.shown ? 'tag good' : 'tag'}>{banner.shown ? 'Shown' : 'Hidden'}</span>
          <span className="tag">{banner.edited ? 'Written here' : 'Of the release'}</span>
        </div>
      </div>
      <button type="button" onClick={edit}>
        Edit
      </button>
    </li>
  );
}

export function Banners() {
  const { data, error, refetch } = useCall('consoleBanners', {}, { everyMs: false });
  const [edited, setEdited] = useState<string | undefined>();
  const close = () => setEdited(undefined);
  const lines = data?.list ?? [];
  const images = data?.images ?? [];
  return (
    <>
      <Heading
        title="Banners"
        action={
          <button type="button" className="primary" disabled={!data} onClick={() => setEdited('')}>
            New banner
          </button>
        }
      >
        The pictures at the top of the home page. None can be uploaded: a picture could be a seal or a licence.
      </Heading>
      {error ? <Failed error={error} retry={refetch} /> : null}
      {!data && !error ? <Loading /> : null}
      {data && edited === '' ? (
        <Editor banner={emptyOf(images, Math.min(99, lines.length + 1))} images={images} isNew close={close} />
      ) : null}
      {data && lines.length === 0 ? <Empty>There is no banner.</Empty> : null}
      <ul className="plain">
        {lines.map((banner) =>
          banner.id === edited ? (
            <li key={banner.id}>
              <Editor banner={banner} images={images} isNew={false} close={close} />
            </li>
          ) : (
            <Line key={banner.id} banner={banner} edit={() => setEdited(banner.id)} />
          ),
        )}
      </ul>
    </>
  );
}
