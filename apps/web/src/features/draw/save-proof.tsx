import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { fetchProof } from './fetch-proof.ts';
import { proofRequest } from './proof-request.ts';

/** Everything of the draw as a file, as it comes from the server. */
export function SaveProof({ offeringId }: { readonly offeringId: string }) {
  const { t } = useTranslation('draw');
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const response = await fetchProof(proofRequest(offeringId));
      saveFile(await response.blob(), 'proof.json');
    } catch {
      toast(t('noData'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="md" look="secondary" busy={busy} onClick={() => void save()}>
      {t('getData')}
    </Button>
  );
}
