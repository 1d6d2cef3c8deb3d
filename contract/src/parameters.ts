import { Type } from 'typebox'
import { datePattern } from './leaves.ts'

/** What a caller's own X-Request-Id has to be to be taken. */
export const requestIdPattern = '^[A-Za-z0-9._-]{8,64}$'

/**
 * What stands in an address or a header, as strict as the service is: a value that fits is never refused for its form.
 * Check digits, documents where they have no place, and cursors that no answer gave are found out later.
 */
export const parameter = {
  /** A word to filter by. */
  text: (lengthMax = 200) => Type.String({ minLength: 1, maxLength: lengthMax, pattern: '^[^\\x00]+$' }),
  /** One step of an address. */
  id: () => Type.String({ minLength: 1, maxLength: 200 }),
  requestId: () => Type.String({ pattern: requestIdPattern, examples: ['proposta-0001'] }),
  day: (example: string) => Type.String({ format: 'date', pattern: datePattern, examples: [example] }),
  month: () => Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$', examples: ['2026-03'] }),
  pageSize: () => Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  cursor: () => Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: 400 }),
  key: () => Type.String({ minLength: 1, maxLength: 128, pattern: '^[\\x21-\\x7e]+$' }),
  /** The version of what was read, as its ETag says it. */
  version: () => Type.String({ pattern: '^"[0-9]{1,9}"$', examples: ['"4"'] }),
  document: () =>
    Type.String({ pattern: '^[0-9A-Za-z./-]{11,18}$', examples: ['52998224725', '11.222.333/0001-81'] }),
}
