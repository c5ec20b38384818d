import type { ConsoleData } from '@khara/contract';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { BannerFigure, imageName, type Banner } from '../decisions/banner-change.tsx';
import { useAct, useCall } from '../api/data.ts';
import { useWaiting, WaitingRequests } from '../decisions/decision.tsx';
import { FourLanguages, isWhole, perLanguage } from '../ui/four-languages.tsx';
import { Empty, Failed, Heading, Loading } from '../ui/states.tsx';
import { showTime } from '../lib/time.ts';
import css from './banners.module.css';

type Line = ConsoleData<'consoleBanners'>['list'][number];
type Fields = Banner & { readonly id: string };

const ACTION = 'banner.publish';

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
  const ask = useAct('consoleRequest');
  const texts = watch('texts');
  const image = watch('image');
  const send = handleSubmit(({ id, ...fields }) =>
    ask.mutate(
      { action: ACTION, subject: isNew ? id : banner.id, payload: { banner: fields }, reason: 'review' },
      { onSuccess: close },
    ),
  );
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
                {imageName(one)}
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
          <input type="number" min={1} max={99} {...register('place', { required: true, valueAsNumber: true })} />
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
        preview={(tag) => <BannerFigure image={image} words={texts[tag]} />}
      />
      {ask.error ? <p role="alert">{ask.error.message}</p> : null}
      <div className="row">
        <button type="submit" className="primary" disabled={ask.isPending || !isWhole(texts)}>
          Ask for it
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
        <span className="quiet">All four languages are needed. A second person has to agree.</span>
      </div>
    </form>
  );
}

const emptyFields = (images: readonly string[], place: number): Fields => ({
  id: '',
  image: images[0] ?? '',
  link: '',
  place,
  shown: true,
  texts: perLanguage({ title: '', text: '' }),
});
/** Without who agreed to it: what is asked for says nothing of that. */
const toFields = ({ id, image, link, place, shown, texts }: Line): Fields => ({ id, image, link, place, shown, texts });

function TakeDown({ id }: { readonly id: string }) {
  const act = useAct('consoleTakeBannerDown');
  return (
    <>
      <button type="button" disabled={act.isPending} onClick={() => act.mutate({ id })}>
        Take down
      </button>
      {act.error ? <p role="alert">{act.error.message}</p> : null}
    </>
  );
}

function BannerLine({
  banner,
  waits,
  edit,
}: {
  readonly banner: Line;
  readonly waits: boolean;
  readonly edit: () => void;
}) {
  const { maker, checker, at } = banner;
  const isOurs = at !== null;
  return (
    <li className={css.bannerLine}>
      <img src={banner.image} alt="" />
      <div>
        <strong>{banner.texts.en.title}</strong>
        <p className="quiet">
          {banner.place}. {banner.texts.en.text} Leads to {banner.link}
        </p>
        <div className="row">
          <span className={banner.shown ? 'tag good' : 'tag'}>{banner.shown ? 'Shown' : 'Hidden'}</span>
          <span className="tag">{isOurs ? `${maker}, ${checker}, ${showTime(at)}` : 'Of the release'}</span>
          {waits ? <span className="tag wait">A change waits</span> : null}
        </div>
      </div>
      <div className="stack">
        <button type="button" disabled={waits} onClick={edit}>
          Edit
        </button>
        {isOurs && banner.shown ? <TakeDown id={banner.id} /> : null}
      </div>
    </li>
  );
}

export function Banners() {
  const { data, error, refetch } = useCall('consoleBanners', {});
  const [edited, setEdited] = useState<string | undefined>();
  const waiting = useWaiting(ACTION);
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
        The top of the home page. Two people publish or change a banner; one can take down what two published, and the
        release’s own comes back. No picture can be uploaded: it could be a seal or a licence.
      </Heading>
      {error ? <Failed error={error} retry={refetch} /> : null}
      {!data && !error ? <Loading /> : null}
      {data && edited === '' ? (
        <Editor banner={emptyFields(images, Math.min(99, lines.length + 1))} images={images} isNew close={close} />
      ) : null}
      <WaitingRequests action={ACTION} />
      {data && lines.length === 0 ? <Empty>There is no banner.</Empty> : null}
      <ul className="plain">
        {lines.map((banner) =>
          banner.id === edited ? (
            <li key={banner.id}>
              <Editor banner={toFields(banner)} images={images} isNew={false} close={close} />
            </li>
          ) : (
            <BannerLine
              key={banner.id}
              banner={banner}
              waits={waiting.has(banner.id)}
              edit={() => setEdited(banner.id)}
            />
          ),
        )}
      </ul>
    </>
  );
}
