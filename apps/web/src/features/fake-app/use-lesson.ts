import { useEffect, useState } from 'react';
import { readStoredJson, store } from '#lib/storage.ts';
import { BEGINNING, currentSpot, lessonFrom } from './lesson.ts';
import { noteLessonSeen } from './lesson-seen.ts';

const KEY = 'lesson';

/** The lesson, kept on this device for a day. It begins at its first page, which offers what was kept. */
export function useLesson() {
  const [kept, setKept] = useState(() => lessonFrom(readStoredJson(KEY), Date.now()));
  const [lesson, setLesson] = useState(BEGINNING);
  useEffect(() => {
    if (lesson.spot > 0) store(KEY, JSON.stringify({ at: Date.now(), ...lesson }));
    if (currentSpot(lesson).part === 'result') noteLessonSeen();
  }, [lesson]);
  const begin = (): void => {
    store(KEY, null);
    setKept(undefined);
    setLesson({ ...BEGINNING, spot: 1 });
  };
  return { lesson, change: setLesson, kept: kept && kept.spot > 0 ? kept : undefined, begin };
}
