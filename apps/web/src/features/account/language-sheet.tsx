import type { Language } from '@khara/contract';
import { LANGUAGE_CHOICES } from '#api/language.ts';
import { changeLanguage } from '#i18n/index.ts';
import { say } from '#i18n/say.ts';
import { useLanguage } from '#ui/amount.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { toast } from '#ui/toast.ts';
import css from './language-sheet.module.css';

type Props = { readonly open: boolean; readonly title: string; readonly onClose: () => void };

/** The four languages, each by its own name, so that it is found by who cannot read the others. */
export function LanguageSheet({ open, title, onClose }: Props) {
  const current = useLanguage();
  const choose = async (language: Language) => {
    onClose();
    await changeLanguage(language).catch(() => toast(say('systemBusy'), { urgent: true }));
  };
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <div role="radiogroup" aria-label={title} className={css.languages}>
        {LANGUAGE_CHOICES.map(({ tag, name }) => (
          <label key={tag} lang={tag} className={css.language}>
            <input type="radio" name="language" checked={tag === current} onChange={() => void choose(tag)} />
            <span>{name}</span>
            <i />
          </label>
        ))}
      </div>
    </Sheet>
  );
}
