import { useForm } from 'react-hook-form';
import { Link, useNavigate, useParams } from 'react-router';
import { ARTICLE_CATEGORIES } from 'virtual:contract';
import { PUBLISH_ARTICLE, type Article } from '../decisions/article-change.tsx';
import { useAct, useCall } from '../api/data.ts';
import { useWaiting } from '../decisions/decision.tsx';
import { FourLanguages, isWhole, perLanguage } from '../ui/four-languages.tsx';
import { Reading } from '../ui/reading.tsx';
import { Failed, Heading, Loading } from '../ui/states.tsx';
import { words } from '../lib/words.ts';

type Fields = Omit<Article, 'codes'> & { readonly id: string; readonly codes: string };

const EMPTY: Fields = {
  id: '',
  category: 'learn',
  published: true,
  codes: '',
  texts: perLanguage({ title: '', summary: '', body: '' }),
};

/** One article in its four languages, beside what a reader will see. It is asked for with all four. */
function Editor({ article, isNew }: { readonly article: Fields; readonly isNew: boolean }) {
  const { register, handleSubmit, watch, formState } = useForm<Fields>({ defaultValues: article });
  const ask = useAct('consoleRequest');
  const navigate = useNavigate();
  const waiting = useWaiting(PUBLISH_ARTICLE).has(article.id);
  const send = handleSubmit(({ id, category, published, codes, texts: written }) =>
    ask.mutate(
      {
        action: PUBLISH_ARTICLE,
        subject: isNew ? id : article.id,
        payload: {
          article: {
            category,
            published,
            codes: codes.split(/[\s,]+/).filter((code) => code !== ''),
            texts: written,
          },
        },
        reason: 'review',
      },
      { onSuccess: () => void navigate('/articles') },
    ),
  );
  const texts = watch('texts');
  return (
    <form className="stack" onSubmit={(event) => void send(event)}>
      <div className="row fields">
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
        preview={(tag) => <Preview words={texts[tag]} />}
      />
      {formState.errors.id ? <p role="alert">An id has 3 to 64 small letters, digits and hyphens.</p> : null}
      {ask.error ? <p role="alert">{ask.error.message}</p> : null}
      <div className="row">
        <button type="submit" className="primary" disabled={ask.isPending || waiting || !isWhole(texts)}>
          Ask for it
        </button>
        <Link className="button" to="/articles">
          Back
        </Link>
        <span className="quiet">
          {waiting
            ? 'A change of this article waits for a second person.'
            : 'All four languages are needed. A second person has to agree.'}
        </span>
      </div>
    </form>
  );
}

/** What a reader will see. */
function Preview({ words: { title, summary, body } }: { readonly words: Article['texts']['en'] }) {
  if (title + summary + body === '') return <p className="quiet">The page as a reader will see it.</p>;
  return (
    <>
      {title === '' ? null : <h1>{title}</h1>}
      <p className="quiet">{summary}</p>
      <Reading>{body}</Reading>
    </>
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
