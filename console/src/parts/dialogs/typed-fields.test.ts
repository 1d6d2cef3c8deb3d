import assert from 'node:assert/strict'
import { test } from 'vitest'
import { type Typed, typedFields } from './typed-fields.ts'

type Field = { -readonly [Member in keyof Typed]: Typed[Member] }

const text = (value: string): Field => ({ type: 'text', value, isConnected: true })
const box = (checked: boolean): Field => ({ type: 'checkbox', value: 'on', checked, isConnected: true })

test('only a field that holds something else than at first was typed into', () => {
  const fields = typedFields<Field>()
  const [name, mail, choice] = [text('Ana'), text(''), box(true)]
  fields.see([name, mail, choice])
  assert.equal(fields.isTyped(), false)
  name.value = 'Ana Clara'
  assert.equal(fields.isTyped(), true)
  name.value = 'Ana'
  assert.equal(fields.isTyped(), false, 'typed and taken back')
  choice.checked = false
  assert.equal(fields.isTyped(), true)
  choice.checked = true
  mail.value = ' '
  assert.equal(fields.isTyped(), true)
})

test('a field is compared with what it first held, however often it is seen, and not once it is gone', () => {
  const fields = typedFields<Field>()
  const late = text('R$ 1,00')
  fields.see([])
  fields.see([late])
  late.value = 'R$ 2,00'
  fields.see([late])
  assert.equal(fields.isTyped(), true)
  late.isConnected = false
  assert.equal(fields.isTyped(), false)
})
