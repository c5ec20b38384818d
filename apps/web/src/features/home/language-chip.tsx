import type { Language } from '@khara/contract';
import { changeLanguage } from '#i18n/change-language.ts';
import { say } from '#i18n/say.ts';
import { languageName, useLanguage } from '#lib/language.ts';
import { readStored } from '#lib/storage.ts';
import { Icon } from '#ui/icons.tsx';
import { toast } from '#ui/toast.ts';
import css from './hero.module.css';

/** The first language of the device for which there are texts besides English. */
function deviceLanguage(): Language | undefined {
  for (const tag of navigator.languages) {
    if (/^hi\b/iu.test(tag)) return 'hi';
    if (/^zh\b/iu.test(tag)) return /hant|tw|hk|mo/iu.test(tag) ? 'zh-Hant' : 'zh-Hans';
    if (/^en\b/iu.test(tag)) return undefined;
  }
  return undefined;
}

/** Offers the device's language by its own name until a language has been chosen. */
export default function LanguageChip() {
  const current = useLanguage();
  const offered = readStored('lang') === null ? deviceLanguage() : undefined;
  if (!offered || offered === current) return null;
  const change = (): void => void changeLanguage(offered).catch(() => toast(say('systemBusy'), { urgent: true }));
  return (
    <button type="button" className={css.login} lang={offered} onClick={change}>
      <Icon name="globe" size={18} />
      {languageName(offered)}
    </button>
  );
}
