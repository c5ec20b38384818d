import { useLanguage } from '#lib/language.ts';
import { HIDDEN, showMoney } from '#lib/number.ts';
import { useHiddenAmounts } from '#ui/hidden-amounts.ts';

/** Amounts as text of a sentence: dots while amounts are hidden. */
export function useShownMoney() {
  const language = useLanguage();
  const hidden = useHiddenAmounts((state) => state.hidden);
  return (value: string | undefined): string => (hidden ? HIDDEN : showMoney(value, language));
}
