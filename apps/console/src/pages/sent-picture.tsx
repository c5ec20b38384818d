import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { picture } from '../api/api.ts';
import css from './pictures.module.css';

/** A picture that a member sent. Looking at it is an act that its owner can see. */
export function SentPicture({ id }: { readonly id: string }) {
  const look = useMutation({ mutationFn: () => picture(id) });
  const seen = look.data;
  useEffect(() => () => void (seen && URL.revokeObjectURL(seen)), [seen]);
  if (seen) {
    return (
      <div className={css.pictures}>
        <img src={seen} alt="Sent by the member" />
      </div>
    );
  }
  return (
    <div>
      <button type="button" disabled={look.isPending} onClick={() => look.mutate()}>
        Look at the picture
      </button>
      {look.error ? <p role="alert">{look.error.message}</p> : null}
    </div>
  );
}
