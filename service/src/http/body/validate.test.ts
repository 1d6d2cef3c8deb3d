import assert from 'node:assert/strict'
import { datePattern } from '@lastro/contract/leaves.ts'
import { speakable } from '@lastro/rules/text/member-names.ts'
import Type from 'typebox'
import { test } from 'vitest'
import { validator } from './validate.ts'

const person = validator(
  Type.Object(
    {
      documento: Type.String({ minLength: 1, maxLength: 20 }),
      endereco: Type.Optional(Type.Object({ rua: Type.String() }, { additionalProperties: false })),
      features: Type.Optional(Type.Array(Type.String(), { maxItems: 2 })),
      ativo: Type.Optional(Type.Boolean()),
      dia: Type.Optional(Type.String({ pattern: '^\\d{4}$' })),
    },
    { additionalProperties: false },
  ),
)

const errorsOf = (value: unknown) =>
  person
    .errorsOf(value, 'en')
    .map(({ field, code }) => `${field} ${code}`)
    .toSorted()

test('what fits is taken, and what does not is not', () => {
  assert.ok(person.accepts({ documento: '1', endereco: { rua: 'a' }, features: ['a', 'b'], ativo: true }))
  for (const value of [null, [], '', 1, {}, { documento: 1 }, { documento: '1', more: 1 }]) {
    assert.ok(!person.accepts(value), JSON.stringify(value))
  }
})

test('every fault is told at its field, wherever that is', () => {
  assert.deepEqual(errorsOf({}), ['documento required'])
  assert.deepEqual(errorsOf({ documento: 1 }), ['documento type'])
  assert.deepEqual(errorsOf({ documento: '' }), ['documento too_short'])
  assert.deepEqual(errorsOf({ documento: 'x'.repeat(21) }), ['documento too_long'])
  assert.deepEqual(errorsOf({ documento: '1', dia: 'x' }), ['dia format'])
  assert.deepEqual(errorsOf({ documento: '1', endereco: {} }), ['endereco.rua required'])
  assert.deepEqual(errorsOf({ documento: '1', endereco: { rua: 1, cep: 2 } }), [
    'endereco.cep unknown_member',
    'endereco.rua type',
  ])
  assert.deepEqual(errorsOf({ documento: '1', features: ['a', 2, 'c'] }), [
    'features too_many',
    'features[1] type',
  ])
  assert.deepEqual(errorsOf({ documento: '1', other: 1 }), ['other unknown_member'])
})

test('a number out of its range is told with the end that it passed', () => {
  const page = validator(Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 50 }) }))
  const told = (limit: number) =>
    page.errorsOf({ limit }, 'en').map(({ field, code, message }) => [field, code, message])
  assert.deepEqual(told(300), [['limit', 'too_high', 'It must be at most 50.']])
  assert.deepEqual(told(0), [['limit', 'too_low', 'It must be at least 1.']])
})

test('a fault of the whole body is told as one', () => {
  assert.deepEqual(errorsOf(null), ['(body) type'])
  const some = validator(Type.Object({ a: Type.Optional(Type.String()) }, { minProperties: 1 }))
  assert.deepEqual(
    some.errorsOf({}, 'en').map(({ field, code }) => [field, code]),
    [['(body)', 'too_few']],
  )
  const one = validator(Type.Union([Type.Literal('a'), Type.Literal('b')]))
  assert.deepEqual(
    one.errorsOf('c', 'en').map(({ field, code }) => [field, code]),
    [['(body)', 'format']],
  )
})

test('a fault inside the body is told at its field also where it is of a whole object', () => {
  const inner = validator(
    Type.Object({
      part: Type.Object({ a: Type.Optional(Type.String()) }, { minProperties: 1 }),
      kind: Type.Union([Type.Literal('a'), Type.Literal('b')]),
    }),
  )
  assert.deepEqual(
    inner
      .errorsOf({ part: {}, kind: 'c' }, 'en')
      .map(({ field, code }) => `${field} ${code}`)
      .toSorted(),
    ['kind format', 'part too_few'],
  )
})

test('a fault is worded in the language of the caller, with what was expected', () => {
  const messagesOf = (value: unknown, language: 'pt' | 'en') =>
    person.errorsOf(value, language).map(({ message }) => message)
  const wrong = { documento: 1, endereco: 'x', features: {}, ativo: 'yes' }
  const [inEnglish, inPortuguese] = [messagesOf(wrong, 'en').join(), messagesOf(wrong, 'pt').join()]
  for (const expected of ['a string', 'an object', 'a list', 'boolean']) {
    assert.ok(inEnglish.includes(expected), inEnglish)
  }
  for (const expected of ['um texto', 'um objeto', 'uma lista', 'boolean']) {
    assert.ok(inPortuguese.includes(expected), inPortuguese)
  }
  assert.match(messagesOf({ documento: 'x'.repeat(21) }, 'en').join(), /\b20\b/)
  assert.match(messagesOf({ documento: '1', features: ['a', 'b', 'c'] }, 'en').join(), /\b2\b/)
})

test('a field is told once, and no more than twenty are', () => {
  const strict = validator(
    Type.Object({ code: Type.String({ maxLength: 2, pattern: '^a' }) }, { additionalProperties: false }),
  )
  assert.equal(strict.errorsOf({ code: 'xxx' }, 'en').length, 1)
  const list = validator(Type.Array(Type.String()))
  const told = (count: number) =>
    list.errorsOf(
      Array.from({ length: count }, (_, at) => at),
      'en',
    )
  assert.deepEqual(
    told(3).map(({ field }) => field),
    ['[0]', '[1]', '[2]'],
  )
  assert.ok(told(100).length <= 20)
  const wanting = (count: number) =>
    validator(
      Type.Object(Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, Type.String()]))),
    ).errorsOf({}, 'en').length
  assert.deepEqual([19, 20, 21].map(wanting), [19, 20, 20])
})

test('half of a character is refused at its field, or as a fault of the whole body', () => {
  const texts = validator(Type.Object({ nome: Type.String(), lista: Type.Array(Type.String()) }))
  const half = { nome: 'a', lista: ['b', '\ud800'] }
  assert.equal(texts.accepts({ ...half, lista: ['💶'] }), true)
  assert.equal(texts.accepts(half), false)
  assert.equal(texts.accepts(half, 'any'), false)
  const faultsOf = (errors: readonly { readonly field: string; readonly code: string }[]) =>
    errors.map(({ field, code }) => [field, code])
  assert.deepEqual(faultsOf(texts.errorsOf(half, 'en')), [['lista[1]', 'half_character']])
  assert.deepEqual(faultsOf(validator(Type.String()).errorsOf('\udc00', 'en')), [
    ['(body)', 'half_character'],
  ])
})

test('texts that are known to be whole are not looked at again, and their shape is', () => {
  const text = validator(Type.String({ maxLength: 2 }))
  assert.equal(text.accepts('\ud800', 'whole'), true)
  assert.equal(text.accepts('abc', 'whole'), false)
})

test('a text in another form is told as what it should have been', () => {
  const cases: readonly [Parameters<typeof Type.String>[0], string][] = [
    [{ format: 'date' }, 'day'],
    [{ pattern: datePattern }, 'day'],
    [{ format: 'date-time' }, 'instant'],
    [{ format: 'duration' }, 'duration'],
    [{ format: 'uuid' }, 'format'],
  ]
  for (const [options, code] of cases) {
    const [error] = validator(Type.Object({ a: Type.String(options) })).errorsOf({ a: 'x' }, 'en')
    assert.equal(error?.code, code, JSON.stringify(options))
  }
})

test('a name is repeated when it is short, plain and no document, and never otherwise', () => {
  for (const name of ['documento', 'a', '_', 'extra-12345', 'x'.repeat(40)])
    assert.equal(speakable(name), name)
  for (const name of [
    '',
    'x'.repeat(41),
    '12345',
    '-',
    'abc-123456',
    'a b',
    'nome!',
    '!nome',
    '<script>',
    'nome\n',
    'a.b',
    'ABCDEFGHIJKL80',
  ]) {
    assert.equal(speakable(name), '(?)', name)
  }
})

test('names that a caller made up are not repeated where they might say whom it asks for', () => {
  assert.deepEqual(errorsOf({ documento: '1', '12345678909': 1 }), ['(?) unknown_member'])
  assert.deepEqual(errorsOf({ documento: '1', endereco: { rua: 'a', '12345678909': 1 } }), [
    'endereco.(?) unknown_member',
  ])
  const deep = validator(Type.Record(Type.String(), Type.Object({ a: Type.String() })))
  assert.deepEqual(
    deep.errorsOf({ '529.982.247-25': { a: 1 } }, 'en').map(({ field }) => field),
    ['(?).a'],
  )
})

test('a field inside a list is told with its place', () => {
  const list = validator(Type.Object({ all: Type.Array(Type.Object({ a: Type.String() })) }))
  const [error] = list.errorsOf({ all: [{ a: '' }, { a: 1 }] }, 'en')
  assert.equal(error?.field, 'all[1].a')
  const bare = validator(Type.Array(Type.Object({ a: Type.String() })))
  assert.equal(bare.errorsOf([{ a: 1 }], 'en')[0]?.field, '[0].a')
})

test('many unknown members are told one by one', () => {
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`extra-${at}`, at]))
  const errors = errorsOf({ documento: '1', endereco: { rua: 'a', ...many } })
  assert.ok(errors.length > 1 && errors.every((one) => /^endereco\.extra-\d+ unknown_member$/.test(one)))
})
