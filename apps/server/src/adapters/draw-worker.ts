import { runDrawJob } from '@khara/offerings';
import { answerJobs } from './answer-jobs.ts';

answerJobs(runDrawJob);
