import { datePattern } from '@lastro/contract/leaves.ts'
import type { Language } from '@lastro/contract/text.ts'
import { speakable } from '@lastro/rules/text/member-names.ts'
import type { Static, TSchema } from 'typebox'
import { compiledOnUse } from '../../compiled-on-use.ts'
import { type FieldError, fieldError } from '../reply.ts'
import { halfCharacterAt, isWhole } from './half-character.ts'

export type Validator<Schema extends TSchema> = {
  /** Texts that are known to be whole, as those from valid UTF-8 without escapes are, are not looked at again. */
  readonly accepts: (value: unknown, texts?: 'any' | 'whole') => value is Static<Schema>
  /** Everything that is wrong, by field, in words. Only called for what `accepts` refused. */
  readonly errorsOf: (value: unknown, language: Language) => FieldError[]
}

/** How many field errors one answer lists: enough to mend a body, not enough to echo a hostile one. */
const errorCountMax = 20

export function validator<Schema extends TSchema>(schema: Schema): Validator<Schema> {
  const compiled = compiledOnUse(schema)
  return {
    accepts: (value, texts = 'any'): value is Static<Schema> =>
      compiled().Check(value) && (texts === 'whole' || isWhole(value)),
    errorsOf: (value, language) => {
      const errors = compiled().Errors(value) as unknown as SchemaError[]
      const half = halfCharacterAt(value)
      const worded = [
        ...(half === undefined ? [] : [fieldError(fieldName(half) || '(body)', 'half_character', language)]),
        ...errors.flatMap((error) => worded1(error, language)),
      ]
      return worded
        .filter((one, at) => worded.findIndex((other) => other.field === one.field) === at)
        .slice(0, errorCountMax)
    },
  }
}

type SchemaError = {
  readonly keyword: string
  readonly instancePath: string
  readonly params: {
    readonly type?: string | string[]
    readonly limit?: number
    readonly requiredProperties?: readonly string[]
    readonly additionalProperties?: readonly string[]
    readonly allowedValues?: readonly unknown[]
    readonly format?: string
    readonly pattern?: string
  }
}

function worded1({ keyword, instancePath, params }: SchemaError, language: Language): FieldError[] {
  const field = fieldName(instancePath)
  switch (keyword) {
    case 'required':
      return (params.requiredProperties ?? []).map((name) =>
        fieldError(join(field, name), 'required', language),
      )
    case 'additionalProperties':
      return (params.additionalProperties ?? []).map((name) =>
        fieldError(join(field, speakable(name)), 'unknown_member', language),
      )
    // An unknown member is told one by one before all at once, and many leave no room for the latter.
    case 'boolean':
      return [fieldError(unknownMember(instancePath), 'unknown_member', language)]
    case 'type':
      return [fieldError(field || '(body)', 'type', language, { expected: typeName(params.type, language) })]
    case 'maxItems':
      return [fieldError(field, 'too_many', language, { limit: String(params.limit) })]
    case 'minProperties':
      return [fieldError(field || '(body)', 'too_few', language)]
    case 'maxLength':
      return [fieldError(field, 'too_long', language, { limit: String(params.limit) })]
    case 'maximum':
      return [fieldError(field, 'too_high', language, { limit: String(params.limit) })]
    case 'minimum':
      return [fieldError(field, 'too_low', language, { limit: String(params.limit) })]
    case 'minLength':
      return [fieldError(field, 'too_short', language)]
    default:
      return [fieldError(field || '(body)', formatFault(params), language)]
  }
}

function formatFault({ format, pattern }: SchemaError['params']) {
  if (format === 'date' || String(pattern) === datePattern) return 'day'
  if (format === 'date-time') return 'instant'
  return format === 'duration' ? 'duration' : 'format'
}

const unknownMember = (path: string): string => {
  const parent = path.lastIndexOf('/')
  return join(fieldName(path.slice(0, parent)), speakable(path.slice(parent + 1)))
}

const fieldName = (path: string): string =>
  path
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${speakable(step)}`))
    .join('')
    .replace(/^\./, '')

const join = (field: string, name: string): string => (field === '' ? name : `${field}.${name}`)

function typeName(type: string | string[] | undefined, language: Language): string {
  const names = {
    string: ['um texto', 'a string'],
    array: ['uma lista', 'a list'],
    object: ['um objeto', 'an object'],
  }
  const known = names[String(type) as keyof typeof names] ?? [String(type), String(type)]
  return known[language === 'pt' ? 0 : 1] ?? String(type)
}
