import type { Operator } from '../users/operator.ts'

/** As the history of a listing takes names: the same letters as those of `lastro listings --actor`. */
export const nameOnRecord = ({ name, userId }: Pick<Operator, 'name' | 'userId'>): string =>
  name
    .replace(/[^\p{L}\p{N} ._@-]/gu, ' ')
    .trim()
    .slice(0, 60) || userId
