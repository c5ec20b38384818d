import { readStored, store } from '#lib/storage.ts';

const SEEN = 'lessonSeen';

/** Whether the lesson was gone through to its result on this device. */
export const wasLessonSeen = (): boolean => readStored(SEEN) !== null;
export const noteLessonSeen = (): void => store(SEEN, '1');
