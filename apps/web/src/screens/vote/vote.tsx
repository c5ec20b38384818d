import type { Data } from '@khara/contract';
import { useState } from 'react';
import { serverNow } from '#api/market-clock.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { call, queryClient } from '#api/client.ts';
import { queryKey } from '#api/query-keys.ts';
import { useSignedIn } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import { goToKeep, useDeviceOnly } from '#features/start/later.ts';
import { loginAddress } from '#shell/guard.ts';
import { at, navigateTo, reLaunch } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Tag } from '#ui/choice.tsx';
import { cx } from '#ui/class-names.ts';
import { showCount, showPercent } from '#lib/number.ts';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { showMoment } from '#lib/time.ts';
import { toast } from '#ui/toast.ts';
import { Flag } from './flag.tsx';
import css from './vote.module.css';

type Vote = Data<'voteInfo'>;

/** One question, its options, and after one's own vote the result. */
export default function VotePage() {
  const { t } = useTranslation(['vote', 'nav']);
  const signedIn = useSignedIn();
  const deviceOnly = useDeviceOnly();
  const [query] = usePageQuery();
  const id = query.get('id');
  const payload = id ? { id } : {};
  const vote = useCall('voteInfo', payload);
  const [chosen, setChosen] = useState<string>();
  const [busy, setBusy] = useState(false);

  const cast = async (optionId: string): Promise<void> => {
    setBusy(true);
    const result = await call('castVote', { id: optionId });
    setBusy(false);
    toast(result.ok ? t('voted') : result.message, { urgent: !result.ok });
    if (result.ok) queryClient.setQueryData(queryKey('voteInfo', payload), result.data);
    else await vote.again(); // voted on another device, or closed meanwhile
  };

  const dock =
    !vote.data || hasResult(vote.data) ? undefined : deviceOnly ? (
      <Button onClick={goToKeep}>{t('nav:keepAccount')}</Button>
    ) : signedIn ? (
      <Button disabled={chosen === undefined} busy={busy} onClick={() => chosen !== undefined && void cast(chosen)}>
        {chosen === undefined ? t('choose') : t('vote')}
      </Button>
    ) : (
      <Button onClick={() => navigateTo(loginAddress(at('/pages/index/vote/index', id ? { id } : {})))}>
        {t('login')}
      </Button>
    );
  return (
    <Page onRefresh={vote.again} dock={dock}>
      <Answer
        of={vote}
        wait={<SkeletonRows rows={5} />}
        refused={{
          not_found: (
            <Empty
              icon="vote"
              title={t('none')}
              text={t('noneText')}
              action={{ label: t('home'), onPress: () => reLaunch('/') }}
            />
          ),
        }}
      >
        {(data) => <Question vote={data} chosen={chosen} onChoose={signedIn && !deviceOnly ? setChosen : undefined} />}
      </Answer>
    </Page>
  );
}

/** Results appear once the reader has voted, or the vote has closed. */
const hasResult = (vote: Vote): boolean => vote.options.some(({ votes }) => votes !== null);

function Question({
  vote,
  chosen,
  onChoose,
}: {
  readonly vote: Vote;
  readonly chosen: string | undefined;
  readonly onChoose: ((id: string) => void) | undefined;
}) {
  const { t } = useTranslation('vote');
  const language = useLanguage();
  const showsResult = hasResult(vote);
  const deviceOnly = useDeviceOnly();
  const closed = vote.closesAt <= serverNow();
  return (
    <Card className={css.card}>
      <h2 className={css.title}>{vote.title}</h2>
      <p className={css.text}>{vote.description}</p>
      <p className={css.when}>
        {t(closed ? 'closed' : 'closes', { at: showMoment(vote.closesAt, language) })}
        {showsResult && ` · ${t('people', { count: vote.totalVotes })}`}
      </p>
      {showsResult ? (
        <ul className={css.results} aria-label={t('results')}>
          {vote.options.map((option) => (
            <Result key={option.id} option={option} isMine={option.id === vote.votedOptionId} />
          ))}
        </ul>
      ) : (
        <fieldset className={css.options}>
          <legend>{t('options')}</legend>
          {vote.options.map((option) => (
            <label key={option.id} className={cx(css.option, chosen === option.id && css.on)}>
              <input
                type="radio"
                name="vote"
                value={option.id}
                checked={chosen === option.id}
                disabled={!onChoose}
                onChange={() => onChoose?.(option.id)}
              />
              <Flag flag={option.flag} />
              <span>{option.name}</span>
            </label>
          ))}
        </fieldset>
      )}
      {!showsResult && <p className={css.once}>{t('once')}</p>}
      {!showsResult && deviceOnly && <p className={css.once}>{t('keptOnly')}</p>}
    </Card>
  );
}

function Result({ option, isMine }: { readonly option: Vote['options'][number]; readonly isMine: boolean }) {
  const { t } = useTranslation('vote');
  const language = useLanguage();
  const share = option.share ?? '0';
  const percent = showPercent(share, language, 'negative');
  const votes = showCount(option.votes ?? 0, language);
  return (
    <li>
      <span className={css.head}>
        <Flag flag={option.flag} />
        <span className={css.name}>{option.name}</span>
        {isMine && (
          <Tag tone="accent" icon="check">
            {t('yours')}
          </Tag>
        )}
        <b>{percent}</b>
      </span>
      <span className={css.bar} role="img" aria-label={t('result', { name: option.name, percent, votes })}>
        <i className={cx(isMine && css.mine)} style={{ width: `${share}%` }} />
      </span>
    </li>
  );
}
