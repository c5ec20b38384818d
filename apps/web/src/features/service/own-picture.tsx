import table from 'virtual:call-table';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { base } from '#api/base.ts';
import { endSessionIfOver } from '#api/client.ts';
import { CallFailed } from '#api/failure.ts';
import { refusedFile } from '#api/fetch-file.ts';
import { currentLanguage, languageCode } from '#lib/language.ts';
import { useSession } from '#api/session.ts';
import { Zoomable } from '#ui/zoomable.tsx';
import css from './service.module.css';

const TIMEOUT_MS = 60_000;

/**
 * The bytes of a picture of one's own; null when it is no longer kept. An address in an `<img>` could not
 * carry the token.
 */
async function fetchPicture(fileId: string, signal: AbortSignal): Promise<Blob | null> {
  const { token } = useSession.getState();
  const path = table.uploadedPicture.path.replace('{id}', encodeURIComponent(fileId));
  const response = await fetch(`${base}${path}?r=${Date.now().toString(36)}`, {
    headers: { token, lang: languageCode(currentLanguage()) },
    credentials: 'omit',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  if ((response.headers.get('content-type') ?? '').startsWith('image/')) return response.blob();
  const refused = refusedFile(response.status, await response.json().catch(() => undefined));
  endSessionIfOver(refused, token);
  if (refused.reason === 'not_found') return null;
  throw new CallFailed(refused);
}

/** A picture of the thread. */
export function OwnPicture({ fileId }: { readonly fileId: string }) {
  const { t } = useTranslation('service');
  const { data } = useQuery({
    queryKey: ['uploadedPicture', fileId],
    queryFn: ({ signal }) => fetchPicture(fileId, signal),
    staleTime: Infinity,
    gcTime: 5 * 60_000,
  });
  const address = useAddress(data);
  if (data === null) return <span className={css.gone}>{t('pictureGone')}</span>;
  return address === undefined ? (
    <span className={css.blank} />
  ) : (
    <Zoomable label={t('yourPicture')} picture={<img src={address} alt="" />}>
      <img className={css.picture} src={address} alt="" />
    </Zoomable>
  );
}

/** An address for bytes, released when the picture is gone. */
export function useAddress(blob: Blob | null | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!blob) return setAddress(undefined);
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address;
}
