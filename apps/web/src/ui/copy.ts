import { sayText } from '#i18n/say.ts';
import { toast } from './toast.ts';

/** Copies a text and says how it went: 'Copy successful' or 'Copy failed'. */
export async function copyText(text: string): Promise<boolean> {
  const copied = await write(text);
  toast(sayText(copied ? 'common:copied' : 'common:copyFailed'), { urgent: !copied });
  return copied;
}

async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return writeBySelection(text); // no permission, or a page without https
  }
}

function writeBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
  }
}
