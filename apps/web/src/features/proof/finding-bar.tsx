import { useTexts } from '#i18n/use-texts.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { href } from '#shell/navigation.ts';
import { Icon } from '#ui/icons.tsx';
import { isUnseen, useFindings } from './findings.ts';
import css from './finding.module.css';

/** The page that shows findings. */
const FINDINGS_PAGE = '/pages/index/customer/index?topic=certificate';

/**
 * On every page, until the reader has looked: this device has found something about the log. It has no way to
 * be closed.
 */
export function FindingBar() {
  const unseen = useFindings(({ findings }) => findings.some(isUnseen));
  return unseen ? <Bar className={css.bar} role="alert" /> : null;
}

/** The same as a part of a page. */
export default function FindingMarker() {
  return <Bar className={css.marker} />;
}

function Bar({ className, role }: { readonly className: string | undefined; readonly role?: 'alert' }) {
  const { t } = useTranslation('finding');
  if (!useTexts('finding')) return null;
  return (
    <div className={className} role={role}>
      <Icon name="warn" size={20} />
      <span>{t('bar')}</span>
      <a href={href(FINDINGS_PAGE)}>{t('look')}</a>
    </div>
  );
}
