import type { Language } from '@khara/contract';
import { LANGUAGE_CHOICES } from '#api/language.ts';
import { changeLanguage } from '#i18n/index.ts';
import { say } from '#i18n/say.ts';
import { useLanguage } from '#ui/amount.tsx';
import { Icon } from '#ui/icons.tsx';
import { ListRow } from '#ui/row.tsx';
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
      <div className={css.list}>
        {LANGUAGE_CHOICES.map(({ tag, name }) => (
          <ListRow
            key={tag}
            title={<span lang={tag}>{name}</span>}
            value={current === tag ? <Icon name="check" size={20} className={css.chosen} /> : undefined}
            chevron={false}
            onPress={() => void choose(tag)}
          />
        ))}
      </div>
    </Sheet>
  );
}
