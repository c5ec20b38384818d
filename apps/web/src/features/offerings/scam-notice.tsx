import { Prose } from '#features/account/prose.tsx';
import { useCall } from '#api/use-call.ts';
import { Note } from '#ui/note.tsx';
import css from './offerings.module.css';

/** What such an offer means when a stranger makes it: a configured text, on every page of placements and of blocks. */
export function ScamNotice({ id }: { readonly id: 'placement.notice' | 'block.notice' }) {
  const { data } = useCall('configValue', { id }, { staleMs: 60_000 });
  if (typeof data !== 'object') return null; // on its way; a number is buy.hands only
  return (
    <Note tone="warn" className={css.notice}>
      <p className={css.noticeTitle}>{data.title}</p>
      <div className={css.noticeText}>
        <Prose short source={data.body} />
      </div>
    </Note>
  );
}
