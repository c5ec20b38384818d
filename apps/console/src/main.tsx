import '../../web/src/ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchTranslators } from '../../web/src/lib/translators.ts';
import { App } from './routes/app.tsx';

watchTranslators();
const root = document.querySelector('#root');
if (!root) throw new Error('The page has no root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
