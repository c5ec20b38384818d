import { ConvertForm } from '#features/convert/convert-form.tsx';
import { ConvertSheet } from '#features/convert/convert-sheet.tsx';
import { useConvert } from '#features/convert/use-convert.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showMoney } from '#lib/number.ts';
import { Page } from '#shell/page.tsx';
import { Button } from '#ui/button.tsx';

/** Changes rupees into USDT and back: the published rate and what its spread costs, then the amount, then once more. */
export default function Convert() {
  const { t } = useTranslation('convert');
  const language = useLanguage();
  const form = useConvert();
  const amount = showMoney(form.terms?.amount, language, { currency: form.from });
  return (
    <Page
      onRefresh={form.again}
      dock={
        <Button disabled={form.missing !== undefined || !form.current} onClick={() => form.setAsking(true)}>
          {form.missing ?? t('submit', { amount })}
        </Button>
      }
    >
      <ConvertForm form={form} />
      <ConvertSheet form={form} />
    </Page>
  );
}
