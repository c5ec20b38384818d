import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Test files in a random order that the seed repeats, those of each project together: a worker goes on to the
 * next file with the modules that it has loaded only where that is of the same project. In an order across
 * projects most files began a worker of their own, which was half of all the work.
 */
export class ProjectByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence;
    const place = ({ project, moduleId }: TestSpecification) =>
      `${FIRST.has(project.name) ? 0 : 1} ${project.name} ${createHash('sha256').update(`${seed} ${moduleId}`).digest('hex')}`;
    const places = new Map(files.map((file) => [file, place(file)]));
    return files.toSorted((a, b) => ((places.get(a) ?? '') < (places.get(b) ?? '') ? -1 : 1));
  }
}

/** The server's tests last longest: the short ones of the others fill the workers at the end. */
const FIRST = new Set(['server']);
