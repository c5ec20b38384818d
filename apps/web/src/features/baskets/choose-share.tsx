import { useDeferredValue, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { Page } from '#shell/page.tsx';
import { Price } from '#ui/amount.tsx';
import { Answer } from '#ui/answer.tsx';
import { Field } from '#ui/field.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { ListRow } from '#ui/row.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import css from './baskets.module.css';

/** The page on which a share is chosen, of an order of a basket or of a regular purchase. */
export default function ChooseShare({ onChoose }: { readonly onChoose: (code: string) => void }) {
  const { t } = useTranslation('baskets');
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const found = useCall('marketList', { type: 'all', size: 30, ...(keyword !== '' && { keyword }) });
  return (
    <Page title={t('chooseShare')}>
      <div className={css.search} role="search">
        <Field
          label={t('search')}
          type="search"
          value={text}
          maxLength={64}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <Answer of={found} wait={<SkeletonRows rows={8} />}>
        {({ list }) =>
          list.length === 0 ? (
            <Empty icon="search" title={t('noShare')} />
          ) : (
            <RowGroup className={css.rows}>
              {list.map(({ code, name, price }) => (
                <ListRow
                  key={code}
                  title={code}
                  text={name}
                  value={<Price value={price} />}
                  onPress={() => onChoose(code)}
                />
              ))}
            </RowGroup>
          )
        }
      </Answer>
    </Page>
  );
}
