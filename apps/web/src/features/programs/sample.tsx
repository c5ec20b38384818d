import { useState } from 'react';
import { base } from '#api/base.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { IconButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { copyText } from '#ui/copy.ts';
import { Segmented } from '#ui/segmented.tsx';
import css from './programs.module.css';

type Language = 'python' | 'javascript' | 'go';

const SAMPLES: Readonly<Record<Language, (root: string) => string>> = {
  python: (root) => `from kiteconnect import KiteConnect
kite = KiteConnect("KEY", "TOKEN", root="${root}")
print(kite.ltp("NSE:AAMRAI"))`,
  javascript: (root) => `import { KiteConnect } from 'kiteconnect';
const kite = new KiteConnect({ api_key: 'KEY', access_token: 'TOKEN', root: '${root}' });
console.log(await kite.getLTP('NSE:AAMRAI'));`,
  go: (root) => `kite := kiteconnect.New("KEY")
kite.SetBaseURI("${root}"); kite.SetAccessToken("TOKEN")
fmt.Println(kite.GetLTP("NSE:AAMRAI"))`,
};

/** Three lines by which a program asks this installation for a price. */
export function Sample() {
  const { t } = useTranslation('programs');
  const { copy, body } = useSample();
  return (
    <Card>
      <div className={css.sampleHead}>
        <h2>{t('sample')}</h2>
        {copy}
      </div>
      {body}
    </Card>
  );
}

/** The lines and the button that copies them, for a card or a pane. */
export function useSample() {
  const { t } = useTranslation('programs');
  const [language, setLanguage] = useState<Language>('python');
  const code = SAMPLES[language](base === '' ? location.origin : base);
  return {
    copy: <IconButton icon="copy" label={t('copyOf', { what: t('sample') })} onClick={() => void copyText(code)} />,
    body: (
      <>
        <Segmented
          label={t('language')}
          options={[
            { value: 'python', label: 'Python' },
            { value: 'javascript', label: 'JavaScript' },
            { value: 'go', label: 'Go' },
          ]}
          value={language}
          onChange={setLanguage}
        />
        {/* It scrolls sideways by itself, and by keys. */}
        <pre className={css.code} tabIndex={0} lang="en">
          <code>{code}</code>
        </pre>
        <p className={css.small}>{t('works')}</p>
        <p className={css.small}>
          <a className={css.link} href={`${base}/docs`} target="_blank" rel="noreferrer">
            {t('manual')}
          </a>
        </p>
      </>
    ),
  };
}
