import type { Data } from '@khara/contract';
import { useEffect, useState } from 'react';
import { refresh } from '#api/client.ts';
import { indiaFields } from '#api/market-clock.ts';
import { whoIsSignedIn } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import { logFromServer } from '#features/proof/ask-server.ts';
import { keptLog } from '#features/proof/kept-log.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount } from '#lib/number.ts';
import { showMarketMoment } from '#lib/time.ts';
import { Answer } from '#ui/answer.tsx';
import { Button } from '#ui/button.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { Note } from '#ui/note.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { SkeletonRows } from '#ui/states.tsx';
import { useActWords, type Act } from './act-words.ts';
import css from './assistants.module.css';

type Proof = Data<'assistantProof'>;
type SignedAnswer = NonNullable<Act['answer']>;

/** The record of an act in the signed log, or the signed answer that nothing is real, checked on this device. */
export default function ActProof({
  act,
  open,
  onClose,
}: {
  readonly act: Act;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('assistants');
  const words = useActWords();
  return (
    <Sheet open={open} onClose={onClose} title={t('proof')}>
      <h3>{words(act)}</h3>
      {act.answer ? <Answered of={act.answer} /> : <Proved id={act.id} refused={act.refused} />}
    </Sheet>
  );
}

function Proved({ id, refused }: { readonly id: string; readonly refused: string | null }) {
  const { t } = useTranslation('assistants');
  const language = useLanguage();
  const asked = useCall('assistantProof', { id }, { staleMs: 0 });
  return (
    <Answer of={asked} wait={<SkeletonRows rows={3} />}>
      {(proof) => (
        <>
          <Verdict of={proof} onAgain={() => refresh(['assistantProof'])} />
          <KeyValue label={t('proofTime')}>{showMarketMoment(indiaFields(proof.marketTime), language)}</KeyValue>
          <KeyValue label={t('proofTool')}>{proof.tool}</KeyValue>
          {refused !== null && <KeyValue label={t('proofReason')}>{refused}</KeyValue>}
          {proof.record && <KeyValue label={t('proofPlace')}>{showCount(proof.record.index + 1, language)}</KeyValue>}
          <p className={css.text}>{t('proofAsked')}</p>
          <code className={css.sent}>{proof.asked}</code>
        </>
      )}
    </Answer>
  );
}

function Answered({ of: answer }: { readonly of: SignedAnswer }) {
  const { t } = useTranslation('assistants');
  return (
    <>
      <Found check={isSignedHere} of={answer} holds={t('answerHolds')} fails={t('answerFails')} />
      <p className={css.text}>{t('answerSaid')}</p>
      <code className={css.sent}>{answer.note}</code>
    </>
  );
}

function Verdict({ of: proof, onAgain }: { readonly of: Proof; readonly onAgain: () => void }) {
  const { t } = useTranslation('assistants');
  if (!proof.record)
    return (
      <Note tone="sky">
        {t('proofWaits')}
        <Button size="md" look="secondary" onClick={onAgain}>
          {t('again')}
        </Button>
      </Note>
    );
  return <Found check={proves} of={proof} holds={t('proofHolds')} fails={t('proofFails')} />;
}

/** What a check on this device found. */
function Found<T>({
  check,
  of,
  holds,
  fails,
}: {
  readonly check: (of: T) => Promise<boolean>;
  readonly of: T;
  readonly holds: string;
  readonly fails: string;
}) {
  const [found, setFound] = useState<boolean>();
  useEffect(() => {
    let isOver = false;
    void check(of).then((result) => isOver || setFound(result));
    return () => void (isOver = true);
  }, [check, of]);
  if (found === undefined) return <SkeletonRows rows={1} />;
  return (
    <Note tone={found ? 'sky' : 'warn'} icon="seal">
      {found ? holds : fails}
    </Note>
  );
}

/** Whether the record is in the log, by the key that this device remembers, and says what the answer says. */
async function proves({ record, log, asked, salt, ...said }: Proof): Promise<boolean> {
  if (!record) return false;
  const { hash, hex, readCheckpoint, saysInLog, unhex, utf8 } = await import('@khara/proof');
  const kept = keptLog();
  const key = kept?.name === log.name ? kept.publicKey : log.publicKey;
  const says = { ...said, asked: hex(hash(unhex(salt), utf8(asked))) };
  return (
    saysInLog(record, 'assistant.act', says) &&
    readCheckpoint(record.note, { name: log.name, publicKey: unhex(key) }).ok
  );
}

/** Whether a key that the log names has signed the answer. Follows the log from what this device knows of it. */
async function isSignedHere({ note, publicKey: key }: SignedAnswer): Promise<boolean> {
  const { followLog, isSaidAbout, NODE_KEY_RECORDS, readCheckpoint, readRealityNote, saysInLog, unhex } =
    await import('@khara/proof');
  const source = logFromServer(whoIsSignedIn() ?? '');
  const log = await followLog(keptLog(), source.checkpoint);
  const signer = await source.nodeKey(key);
  if (!log.ok || signer === 'unknown') return false;
  const { certificate } = signer;
  return (
    readRealityNote(note, { name: log.known.name, publicKey: unhex(key) }).ok &&
    isSaidAbout('certify', { json: certificate.json, key: unhex(key), roots: log.everyKey }) &&
    saysInLog(certificate, NODE_KEY_RECORDS.certify, { key }) &&
    log.keys.some((one) => readCheckpoint(certificate.note, one).ok)
  );
}
