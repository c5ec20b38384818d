import { useCall } from '#api/use-call.ts';
import { Prose } from '#features/account/prose.tsx';
import { Card } from '#ui/card.tsx';
import { ErrorCard, SkeletonRows } from '#ui/states.tsx';
import css from './help.module.css';

type TextName = 'help' | 'about' | 'rules' | 'privacy' | 'terms';

/** A configured text on a card of its page. */
export function ConfigText({ id, titled }: { readonly id: TextName; readonly titled?: boolean }) {
  const { data, failure, again } = useCall('configValue', { id }, { staleMs: 60_000 });
  if (failure) return <ErrorCard cause={failure.message} onRetry={() => void again()} />;
  if (typeof data !== 'object') return <SkeletonRows rows={5} />; // on its way; a number is buy.hands only
  return (
    <Card className={css.card}>
      {titled && <h2 className={css.title}>{data.title}</h2>}
      <Prose source={data.body} />
    </Card>
  );
}
