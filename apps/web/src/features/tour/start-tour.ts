import { say } from '#i18n/say.ts';
import { switchTab } from '#shell/navigation.ts';
import { toast } from '#ui/toast.ts';

/** Opens the first page and goes around the app from there. The tour's code comes now, and not before. */
export async function startTour(): Promise<void> {
  switchTab('/');
  try {
    const { runTour } = await import('./run-tour.ts');
    await runTour();
  } catch {
    toast(say('systemBusy'), { urgent: true }); // it did not come: offline, or a version that has gone
  }
}
