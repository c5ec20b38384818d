import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { fetchFile } from '#api/fetch-file.ts';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { toast } from '#ui/toast.ts';

/** The trades of the period as a file, in the columns of brokers' tradebooks. Needs `record`. */
export function TradebookRow({ from, to }: { readonly from: string; readonly to: string }) {
  const { t } = useTranslation('record');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (busy) return;
    setBusy(true);
    const saved = await fetchFile('tradebook', { from, to });
    setBusy(false);
    if (!saved.ok) toast(saved.message, { urgent: true });
  };
  return (
    <RowGroup>
      <ListRow icon="statement" title={t('tradebook')} text={t('tradebookText')} onPress={() => void save()} />
    </RowGroup>
  );
}
