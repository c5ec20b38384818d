import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { Chip, ChipBar } from '#ui/choice.tsx';
import { lazySheet } from '#ui/lazy-part.tsx';

const ListSheet = lazySheet(() => import('./list-sheet.tsx'));

/** Which of several watchlists is shown, and a way to edit them. Needs the namespace `watching`. */
export default function ListChips({
  chosen,
  onChoose,
}: {
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}) {
  const { t } = useTranslation('watching');
  const { data } = useCall('watchlists');
  const [open, setOpen] = useState(false);
  const [ever, setEver] = useState(false);
  const lists = data?.list ?? [];
  return (
    <>
      <ChipBar>
        {lists.length > 1 &&
          lists.map(({ id, name }) => (
            <Chip key={id} on={id === chosen} onPress={() => onChoose(id)}>
              {name ?? t('first')}
            </Chip>
          ))}
        <Chip
          opens
          onPress={() => {
            setEver(true);
            setOpen(true);
          }}
        >
          {t('edit')}
        </Chip>
      </ChipBar>
      {ever && (
        <ListSheet lists={lists} first={chosen} open={open} onClose={() => setOpen(false)} onChoose={onChoose} />
      )}
    </>
  );
}
