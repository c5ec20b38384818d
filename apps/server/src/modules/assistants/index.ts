/** Assistants: those that members let in, and the orders about which they ask (docs/assistants.md). */
export { ASSISTANT_ACTS, nameRehearsed } from './act-store.ts';
export { actHandlers, askedText, noteAct, noteMissedOrders, purgeActs } from './acts.ts';
export { assistantHandlers } from './list.ts';
export {
  askMember,
  createQuestionHandlers,
  markOf,
  purgeQuestions,
  stateOfQuestion,
  type QuestionState,
} from './questions.ts';
export { countReads, type ReadCounter } from './reads.ts';
