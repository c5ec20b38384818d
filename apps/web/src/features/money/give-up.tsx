import { useState } from 'react';
import { refresh } from '#api/client.ts';
import type { Result } from '#api/failure.ts';
import { AFTER_MONEY } from '#api/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import css from './give-up.module.css';

type Words = {
  readonly revoke: string;
  readonly ask: string;
  readonly keep: string;
  readonly revoked: string;
};

/** Gives up money on its way. It asks once more, in the same place. */
export function GiveUp({ words, run }: { readonly words: Words; readonly run: () => Promise<Result<unknown>> }) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const revoke = async () => {
    setBusy(true);
    const result = await run();
    setBusy(false);
    setAsking(false);
    if (result.ok) toast(words.revoked);
    else toast(result.message, { urgent: true });
    refresh(AFTER_MONEY);
  };
  if (!asking) {
    return (
      <Button look="line" onClick={() => setAsking(true)}>
        {words.revoke}
      </Button>
    );
  }
  return (
    <div className={css.ask}>
      <p role="alert">{words.ask}</p>
      <div className={css.pair}>
        <Button look="secondary" onClick={() => setAsking(false)}>
          {words.keep}
        </Button>
        <Button busy={busy} onClick={() => void revoke()}>
          {words.revoke}
        </Button>
      </div>
    </div>
  );
}
