import table from 'virtual:call-table';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { baseAddress } from '#api/base-address.ts';
import { useSession } from '#api/session.ts';
import { Zoomable } from '#ui/zoomable.tsx';
import css from './service.module.css';

/** The bytes of a picture of one's own. An address in an `<img>` could not carry the token. */
async function fetchPicture(fileId: string, signal: AbortSignal): Promise<Blob | null> {
  const { token } = useSession.getState();
  const path = table.uploadedPicture.path.replace('{id}', encodeURIComponent(fileId));
  const response = await fetch(`${baseAddress(location)}${path}`, {
    headers: { token },
    credentials: 'omit',
    signal,
  });
  // A refusal comes in the envelope: the picture is no longer kept.
  if (!(response.headers.get('content-type') ?? '').startsWith('image/')) return null;
  return response.blob();
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

/** An address for bytes, let go of when nobody looks any more. */
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
