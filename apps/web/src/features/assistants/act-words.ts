import type { Data } from '@khara/contract';
import { listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showPrice } from '#lib/number.ts';

export type Act = Data<'assistantActs'>['list'][number];
type Tool = 'get_quote'; // each that there is has its words

/** "Refused: buy 400 KORKAI". */
export function useActWords(): (act: Act) => string {
  const { t } = useTranslation(['assistants', 'orders']);
  const language = useLanguage();
  return ({ act, order, reads }) => {
    if (act === 'read') {
      const read = new Set(
        reads.map(({ tool, code }) => [t(`tool.${tool as Tool}`), ...(code === null ? [] : [code])].join(' ')),
      );
      return t('act.read', { what: listed(...read) });
    }
    if (act === 'asked') return t('act.asked');
    if (!order) return t(`act.${act}`, { what: t('act.order') });
    const { side, code, quantity, price } = order;
    const what = `${t(`orders:side.${side}`).toLocaleLowerCase(language)} ${showCount(quantity, language)} ${code}`;
    return t(`act.${act}`, { what: price === null ? what : listed(what, showPrice(price, language)) });
  };
}
