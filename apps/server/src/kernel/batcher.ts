/**
 * Makes one piece of work out of what many ask for at the same time: what comes in the same turn of the event
 * loop, or while the work before is under way, goes together. A single request does not wait. `work` answers
 * in the order in which it was asked; when it throws, every caller of the round gets the error.
 */
export function createBatcher<Item, Answer>(
  most: number,
  work: (items: readonly Item[]) => Promise<readonly Answer[]>,
): (item: Item) => Promise<Answer> {
  type PendingItem = {
    readonly item: Item;
    readonly resolve: (answer: Answer) => void;
    readonly reject: (error: unknown) => void;
  };
  const waiting: PendingItem[] = [];
  let isRunning = false;

  const round = async (asked: readonly PendingItem[]) => {
    try {
      const answers = await work(asked.map(({ item }) => item));
      if (answers.length !== asked.length) throw new Error(`${asked.length} asked, ${answers.length} were answered`);
      asked.forEach(({ resolve }, at) => resolve(answers[at]!));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  };
  const run = async () => {
    while (waiting.length > 0) await round(waiting.splice(0, most));
    isRunning = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      setImmediate(() => void run());
    });
}
