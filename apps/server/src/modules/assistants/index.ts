/** Assistants: the orders about which they ask their member (docs/assistants.md). */
export {
  askMember,
  createQuestionHandlers,
  hasLeft,
  markOf,
  purgeQuestions,
  stateOfQuestion,
  type QuestionState,
} from './questions.ts';
