import { useCall } from '../api/data.ts';
import css from './source.module.css';

/** Staff use the service too: the AGPL, section 13, gives them a way to its source. */
export function Source() {
  const source = useCall('consoleHealth', {}).data?.source;
  if (!source) return null;
  return (
    <footer className={css.source}>
      Khara {source.version}, free software under the AGPL.{' '}
      {source.url === null ? (
        'Ask its operator for the source.'
      ) : (
        <a href={source.url} target="_blank" rel="noopener noreferrer">
          Source code
        </a>
      )}
    </footer>
  );
}
