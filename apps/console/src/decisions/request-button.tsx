import { Dialog } from '@base-ui/react/dialog';
import type { ConsoleActionName, ConsoleData, ConsolePayload, KycReason } from '@khara/contract';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { CONSOLE_ACTIONS } from 'virtual:contract';
import { useAct } from '../api/data.ts';
import { words } from '../lib/words.ts';
import css from './decision.module.css';

function Ask({
  title,
  trigger,
  children,
}: {
  title: string;
  trigger: string;
  children: (close: () => void) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger render={<button type="button">{trigger}</button>} />
      <Dialog.Portal>
        <Dialog.Backdrop className={css.scrim} />
        <Dialog.Popup className={css.dialog}>
          <Dialog.Title render={<h2>{title}</h2>} />
          {open ? children(() => setOpen(false)) : null}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type ButtonOptions = {
  readonly action: ConsoleActionName;
  readonly subject: string;
  /** What the button says, and what is asked for with it. */
  readonly trigger: string;
  readonly approve?: boolean;
  readonly hasCause?: boolean;
};

function RequestForm({
  action,
  subject,
  approve,
  hasCause,
  close,
}: Omit<ButtonOptions, 'trigger'> & { close: () => void }) {
  const act = useAct('consoleRequest');
  const { register, handleSubmit } = useForm<{
    reason: ConsoleData<'consoleDecide'>['reason'];
    flaw: KycReason;
    cause: string;
  }>();
  const { reasons, flaws } = CONSOLE_ACTIONS[action];
  const hasFlaw = flaws !== undefined && approve === false;
  const send = handleSubmit(async ({ reason, flaw, cause }) => {
    const payload: ConsolePayload<'consoleRequest'>['payload'] = {
      ...(approve === undefined ? {} : { approve }),
      ...(hasFlaw ? { flaw } : {}),
      ...(hasCause ? { cause } : {}),
    };
    await act.mutateAsync({ action, subject, payload, reason }).then(close, () => undefined);
  });
  return (
    <form className="stack" onSubmit={(event) => void send(event)}>
      <p>A second person has to agree. The reason is shown to whom it concerns.</p>
      <label>
        Reason
        <select {...register('reason')}>
          {reasons.map((code) => (
            <option key={code} value={code}>
              {words(code)}
            </option>
          ))}
        </select>
      </label>
      {hasFlaw ? (
        <label>
          What is wrong
          <select {...register('flaw')}>
            {flaws.map((code) => (
              <option key={code} value={code}>
                {words(code)}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      {hasCause ? (
        <label>
          Cause, in at least ten characters
          <textarea {...register('cause', { required: true, minLength: 10 })} />
        </label>
      ) : null}
      {act.error ? <p role="alert">{act.error.message}</p> : null}
      <div className="row">
        <button type="submit" className="primary" disabled={act.isPending}>
          Ask for it
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** Asks for something that needs two people. */
export function RequestButton({ trigger, ...wanted }: ButtonOptions) {
  return (
    <Ask title={trigger} trigger={trigger}>
      {(close) => <RequestForm {...wanted} close={close} />}
    </Ask>
  );
}
