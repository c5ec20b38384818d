/** Assistants: those that members let in, and the orders about which they ask (docs/assistants.md). */
export { assistantHandlers } from './list.ts';
export {
  askMember,
  createQuestionHandlers,
  hasLeft,
  markOf,
  purgeQuestions,
  stateOfQuestion,
  type QuestionState,
} from './questions.ts';
