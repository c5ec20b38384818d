import type { ConsolePayload } from '@khara/contract';
import { useForm } from 'react-hook-form';
import { Link, useNavigate, useParams } from 'react-router';
import { ARTICLE_CATEGORIES } from 'virtual:contract';
import { useAct, useCall } from '../data.ts';
import { FourLanguages, isWhole, perLanguage } from '../ui/four-languages.tsx';
import { Reading } from '../ui/reading.tsx';
import { Failed, Heading, Loading } from '../ui/states.tsx';
import { words } from '../ui/words.ts';

type Article = Omit<ConsolePayload<'consoleSaveArticle'>, 'codes'> & { readonly codes: string };

const EMPTY: Article = {
  id: '',
  category: 'learn',
  published: true,
  codes: '',
  texts: perLanguage({ title: '', summary: '', body: '' }),
};

/** One article in its four languages, beside what a reader will see. All four have to be there before it is saved. */
function Editor({ article, isNew }: { readonly article: Article; readonly isNew: boolean }) {
  const { register, handleSubmit, watch, formState } = useForm<Article>({ defaultValues: article });
  const save = useAct('consoleSaveArticle');
  const navigate = useNavigate();
  const send = handleSubmit(({ codes, ...rest }) =>
    save.mutate(
      { ...rest, codes: codes.split(/[\s,]+/).filter((code) => code !== '') },
      { onSuccess: () => void navigate('/articles') },
    ),
  );
  const texts = watch('texts');
  return (
    <form className="stack" onSubmit={(event) => void send(event)}>
      <div className="row">
        <label>
          Id
          <input disabled={!isNew} {...register('id', { required: true, pattern: /^[a-z0-9-]{3,64}$/ })} />
        </label>
        <label>
          Category
          <select {...register('category')}>
            {ARTICLE_CATEGORIES.map((category) => (
              <option key={category} value={category}>
                {words(category)}
              </option>
            ))}
          </select>
        </label>
        <label>
          Companies it is about
          <input placeholder="AAMRAI THEWA" {...register('codes')} />
        </label>
        <label className="row">
          <input type="checkbox" {...register('published')} /> Shown in the app
        </label>
      </div>
      <FourLanguages
        texts={texts}
        fields={(tag) => (
          <>
            <label>
              Title
              <input maxLength={200} {...register(`texts.${tag}.title`)} />
            </label>
            <label>
              Summary
              <input maxLength={500} {...register(`texts.${tag}.summary`)} />
            </label>
            <label>
              Text, in Markdown
              <textarea maxLength={50_000} {...register(`texts.${tag}.body`)} />
            </label>
          </>
        )}
        preview={(tag) => (
          <>
            <h1>{texts[tag].title}</h1>
            <p className="quiet">{texts[tag].summary}</p>
            <Reading>{texts[tag].body}</Reading>
          </>
        )}
      />
      {formState.errors.id ? <p role="alert">An id has 3 to 64 small letters, digits and hyphens.</p> : null}
      {save.error ? <p role="alert">{save.error.message}</p> : null}
      <div className="row">
        <button type="submit" className="primary" disabled={save.isPending || !isWhole(texts)}>
          Save
        </button>
        <Link className="button" to="/articles">
          Back
        </Link>
        <span className="quiet">All four languages are needed.</span>
      </div>
    </form>
  );
}

export function NewArticle() {
  return (
    <>
      <Heading title="Write an article" />
      <Editor article={EMPTY} isNew />
    </>
  );
}

export function EditArticle() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useCall('consoleArticle', { id }, { everyMs: false });
  return (
    <>
      <Heading title={data?.texts.en.title ?? 'Article'} />
      {error ? <Failed error={error} retry={refetch} /> : null}
      {data ? <Editor key={id} article={{ ...data, codes: data.codes.join(' ') }} isNew={false} /> : null}
      {!data && !error ? <Loading /> : null}
    </>
  );
}
