import { Markdown } from 'markdown-to-jsx';

/** A text as the app shows it: Markdown, in which HTML stands as it was written. */
export const Reading = ({ children }: { readonly children: string }) => (
  <Markdown options={{ disableParsingRawHTML: true, forceBlock: true }}>{children}</Markdown>
);
