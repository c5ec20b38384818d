/** The marker's sign and its words: on every page, and in index.html before there is a page (first-page.ts). */
type Props = { readonly title: string; readonly text: string; readonly language?: string };

export const PracticeSign = () => (
  <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
    <path
      d="M7 .9 12.3 4v6L7 13.1 1.7 10V4z"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.2"
      strokeLinejoin="round"
    />
    <path d="M4.6 8.9 9.4 5.1" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
  </svg>
);

export const PracticeWords = ({ title, text, language }: Props) => (
  <span className="practice-words" lang={language}>
    <b>{title}</b> – {text}
  </span>
);
