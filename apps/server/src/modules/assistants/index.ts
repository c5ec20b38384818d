/** Assistants: those that members let in, and the orders about which they ask (docs/assistants.md). */
export { ASSISTANT_ACTS, isNameOfRehearsed, nameRehearsed } from './act-store.ts';
export { actHandlers, addAct, askedText, noteAct, noteMissedOrders, purgeActs } from './acts.ts';
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
