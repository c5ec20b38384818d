import type { Language } from '@khara/contract';
import { useState } from 'react';
import { changeLanguage } from '#i18n/change-language.ts';
import { say } from '#i18n/say.ts';
import { useLanguage } from '#lib/language.ts';
import { readStored } from '#lib/storage.ts';
import { Icon } from '#ui/icons.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { toast } from '#ui/toast.ts';

/** The offer, for those who cannot read the others yet. */
const OFFERS = { hi: 'हिन्दी में देखें', 'zh-Hant': '以繁體中文閱讀', 'zh-Hans': '以简体中文阅读' } as const;

/** The first of the device's languages that the app has beside English. */
function deviceLanguage(): keyof typeof OFFERS | undefined {
  for (const tag of navigator.languages) {
    if (/^hi\b/i.test(tag)) return 'hi';
    if (/^zh\b/i.test(tag)) return /hant|tw|hk|mo/i.test(tag) ? 'zh-Hant' : 'zh-Hans';
  }
  return undefined;
}

/** Changes the language, or says that its texts did not come. */
export const chooseLanguage = (language: Language): Promise<void> =>
  changeLanguage(language).catch(() => toast(say('systemBusy'), { urgent: true }));

/** Until a language has been chosen: the device's own, in its own words. */
export default function LanguageChip({ className }: { readonly className?: string | undefined }) {
  const [offered] = useState(() => (readStored('lang') === null ? deviceLanguage() : undefined));
  const language = useLanguage();
  if (!offered || language === offered) return null;
  return (
    <TextButton lang={offered} className={className} onClick={() => void chooseLanguage(offered)}>
      <Icon name="globe" size={18} />
      {OFFERS[offered]}
    </TextButton>
  );
}
