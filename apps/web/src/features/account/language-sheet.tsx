import type { Language } from '@khara/contract';
import { LANGUAGE_CHOICES, useLanguage } from '#lib/language.ts';
import { useCall } from '#api/use-call.ts';
import { Sheet } from '#ui/sheet.tsx';
import { chooseLanguage } from './language-chip.tsx';
import css from './language-sheet.module.css';

type Props = { readonly open: boolean; readonly title: string; readonly onClose: () => void };

const STALE_MS = 60 * 60_000;

/** The languages that the server lists, each by its own name, so that it is found by who cannot read the others. */
export function LanguageSheet({ open, title, onClose }: Props) {
  const current = useLanguage();
  const answer = useCall('languages', {}, { enabled: open, staleMs: STALE_MS }).data;
  // The server says which languages there are, in which order and by which names; those that this app has
  // texts for can be chosen.
  const offered = answer
    ? answer.flatMap(({ code, name }) =>
        LANGUAGE_CHOICES.filter((one) => one.code === code).map(({ tag }) => ({ tag, name })),
      )
    : LANGUAGE_CHOICES;
  const choose = (language: Language) => {
    onClose();
    void chooseLanguage(language);
  };
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <div role="radiogroup" aria-label={title} className={css.languages}>
        {offered.map(({ tag, name }) => (
          <label key={tag} lang={tag} className={css.language}>
            <input type="radio" name="language" checked={tag === current} onChange={() => choose(tag)} />
            <span>{name}</span>
            <i />
          </label>
        ))}
      </div>
    </Sheet>
  );
}
