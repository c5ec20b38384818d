import { useCall } from '#api/use-call.ts';
import { Prose } from '#features/account/prose.tsx';
import { Card } from '#ui/card.tsx';
import { Answer } from '#ui/answer.tsx';
import { SkeletonRows } from '#ui/states.tsx';
import css from './help.module.css';

type TextName = 'help' | 'about' | 'rules' | 'privacy' | 'terms';

/** A configured text on a card of its page. */
export function ConfigText({ id, titled }: { readonly id: TextName; readonly titled?: boolean }) {
  const asked = useCall('configValue', { id }, { staleMs: 60_000 });
  const text = typeof asked.data === 'object' ? asked.data : undefined; // a number is buy.hands only
  return (
    <Answer of={{ ...asked, data: text }} isPart wait={<SkeletonRows rows={5} />}>
      {({ title, body }) => (
        <Card className={css.card}>
          {titled && <h2 className={css.title}>{title}</h2>}
          <Prose source={body} />
        </Card>
      )}
    </Answer>
  );
}
