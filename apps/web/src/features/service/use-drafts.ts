import { useState } from 'react';
import { call, refresh } from '#api/client.ts';
import { AFTER_SUPPORT } from '#api/query-keys.ts';
import { sendPicture } from '#features/kyc/send-picture.ts';

/** A message on its way: shown at once, and kept until it has arrived. */
export type Draft = {
  readonly id: string;
  readonly text: string;
  readonly picture: Blob | undefined;
  readonly state: 'sending' | 'failed';
  /** How far its picture has come, 0 to 1. */
  readonly part: number;
  /** Why it did not arrive. */
  readonly message: string;
  /** Once the picture has arrived, a second try needs only the words. */
  readonly fileId: string | undefined;
};

/** Messages on their way. The id of a draft makes a second try harmless: the server answers the same message. */
export function useDrafts() {
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  const change = (id: string, to: Partial<Draft>) =>
    setDrafts((all) => all.map((draft) => (draft.id === id ? { ...draft, ...to } : draft)));

  const deliver = async (draft: Draft): Promise<void> => {
    let { fileId } = draft;
    if (draft.picture && fileId === undefined) {
      const sent = await sendPicture(draft.picture, (part) => change(draft.id, { part }), 'support');
      if (!sent.ok) return change(draft.id, { state: 'failed', message: sent.message });
      ({ fileId } = sent.data);
      change(draft.id, { fileId });
    }
    const { text, id: draftId } = draft;
    const result = await call('sendSupportMessage', {
      draftId,
      ...(text !== '' && { text }),
      ...(fileId !== undefined && { fileId }),
    });
    if (!result.ok) return change(draftId, { state: 'failed', message: result.message });
    refresh(AFTER_SUPPORT);
    setDrafts((all) => all.filter(({ id }) => id !== draftId));
  };

  const send = (text: string, picture: Blob | undefined): void => {
    const id = crypto.getRandomValues(new Uint32Array(3)).join('-');
    const draft: Draft = { id, text, picture, state: 'sending', part: 0, message: '', fileId: undefined };
    setDrafts((all) => [...all, draft]);
    void deliver(draft);
  };
  const again = (draft: Draft): void => {
    change(draft.id, { state: 'sending', message: '' });
    void deliver(draft);
  };
  return { drafts, send, again };
}
