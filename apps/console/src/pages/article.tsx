import { ARTICLE_CATEGORIES, LANGUAGES, type ConsolePayload } from '@khara/contract';
import { Markdown } from 'markdown-to-jsx';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate, useParams } from 'react-router';
import { useAct, useCall } from '../data.ts';
import { words } from '../ui/words.ts';

type Article = Omit<ConsolePayload<'consoleSaveArticle'>, 'codes'> & { readonly codes: string };

const NO_TEXT = { title: '', summary: '', body: '' };
const EMPTY: Article = {
  id: '',
  category: 'learn',
  published: true,
  codes: '',
  texts: { en: NO_TEXT, hi: NO_TEXT, 'zh-Hant': NO_TEXT, 'zh-Hans': NO_TEXT },
};

/** One article in its four languages, beside what a reader will see. All four have to be there before it is saved. */
function Editor({ article, isNew }: { readonly article: Article; readonly isNew: boolean }) {
  const [language, setLanguage] = useState<(typeof LANGUAGES)[number]['tag']>('en');
  const { register, handleSubmit, watch, formState } = useForm<Article>({ defaultValues: article });
  const save = useAct('consoleSaveArticle');
  const navigate = useNavigate();
  const send = handleSubmit(({ codes, ...rest }) =>
    save.mutate(
      { ...rest, codes: codes.split(/[\s,]+/).filter((code) => code !== '') },
      { onSuccess: () => void navigate('/articles') },
    ),
  );
  const shown = watch(`texts.${language}`);
  const texts = watch('texts');
  const isWhole = (tag: typeof language) => Object.values(texts[tag]).every((text) => text.trim() !== '');
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
      <div className="row" role="tablist" aria-label="Language">
        {LANGUAGES.map(({ tag, name }) => (
          <button
            key={tag}
            type="button"
            role="tab"
            aria-selected={tag === language}
            className={tag === language ? 'primary' : ''}
            onClick={() => setLanguage(tag)}
          >
            {name} {isWhole(tag) ? '✓' : ''}
          </button>
        ))}
      </div>
      <div className="editor" key={language} lang={language}>
        <div className="stack">
          <label>
            Title
            <input maxLength={200} {...register(`texts.${language}.title`)} />
          </label>
          <label>
            Summary
            <input maxLength={500} {...register(`texts.${language}.summary`)} />
          </label>
          <label>
            Text, in Markdown
            <textarea maxLength={50_000} {...register(`texts.${language}.body`)} />
          </label>
        </div>
        <article className="card preview" aria-label="Preview">
          <h1>{shown.title}</h1>
          <p className="quiet">{shown.summary}</p>
          <Markdown options={{ disableParsingRawHTML: true, forceBlock: true }}>{shown.body}</Markdown>
        </article>
      </div>
      {formState.errors.id ? <p role="alert">An id has 3 to 64 small letters, digits and hyphens.</p> : null}
      {save.error ? <p role="alert">{save.error.message}</p> : null}
      <div className="row">
        <button
          type="submit"
          className="primary"
          disabled={save.isPending || !LANGUAGES.every(({ tag }) => isWhole(tag))}
        >
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
      <h1>Write an article</h1>
      <Editor article={EMPTY} isNew />
    </>
  );
}

export function EditArticle() {
  const { id = '' } = useParams();
  const { data, error } = useCall('consoleArticle', { id }, { everyMs: false });
  return (
    <>
      <h1>{data?.texts.en.title ?? 'Article'}</h1>
      {error ? <p role="alert">{error.message}</p> : null}
      {data ? <Editor key={id} article={{ ...data, codes: data.codes.join(' ') }} isNew={false} /> : null}
    </>
  );
}
