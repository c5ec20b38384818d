import '#ui/tokens.css';
import '#ui/base.css';
import { createRoot } from 'react-dom/client';
import { startTexts } from '#i18n/index.ts';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// Texts first: a page is never shown in two languages. Should another language not come, English is part of the code.
await startTexts().catch(() => {});
createRoot(root).render(<App />);
