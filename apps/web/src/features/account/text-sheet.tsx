import { useCall } from '#api/use-call.ts';
import { Sheet } from '#ui/sheet.tsx';
import { Answer } from '#ui/answer.tsx';
import { SkeletonBar, Skeleton } from '#ui/states.tsx';
import { Prose } from './prose.tsx';
import css from './text-sheet.module.css';

export type TextId = 'privacy' | 'terms' | 'help' | 'about';

type Props = {
  /** Which configured text; undefined while the sheet is closed. */
  readonly id: TextId | undefined;
  /** What the sheet is called until the text itself says. */
  readonly title: string;
  readonly onClose: () => void;
};

/** A text of the configuration (`getConfigLiberty`) in a sheet: the Privacy Policy, the terms, help. */
export function TextSheet({ id, title, onClose }: Props) {
  const asked = useCall('configValue', { id: id ?? 'privacy' }, { enabled: id !== undefined, staleMs: 60_000 });
  const text = typeof asked.data === 'object' ? asked.data : undefined; // a number is buy.hands only
  return (
    <Sheet open={id !== undefined} onClose={onClose} title={text?.title ?? title}>
      <Answer
        of={{ ...asked, data: text }}
        isPart
        wait={
          <Skeleton>
            <div className={css.skeleton}>
              {['100%', '92%', '97%', '60%', '100%', '88%', '40%'].map((width, line) => (
                <SkeletonBar key={line} width={width} />
              ))}
            </div>
          </Skeleton>
        }
      >
        {({ body }) => <Prose source={body} />}
      </Answer>
    </Sheet>
  );
}
