import assert from 'node:assert/strict'
import { test } from 'vitest'
import { type Checked, formFaults } from './form-faults.ts'

const field = (name: string, validity: Partial<Checked['validity']> = {}, type = 'text'): Checked => ({
  name,
  type,
  validationMessage: 'said by the field',
  validity: {
    valid: Object.keys(validity).length === 0,
    valueMissing: false,
    typeMismatch: false,
    ...validity,
  },
  labels: [{ textContent: ` The ${name} ` }],
})

test('everything that is missing or wrong is told at once, in the order of the form', () => {
  const fields = [
    field('name', { valueMissing: true }),
    field('city'),
    field('email', { typeMismatch: true }, 'email'),
    field('documento', { customError: true } as object),
    { ...field('uf', { valueMissing: true }), labels: null },
  ]
  assert.deepEqual(
    formFaults(fields).map(({ name, label, kind }) => [name, label, kind]),
    [
      ['name', 'The name', 'missing'],
      ['email', 'The email', 'email'],
      ['documento', 'The documento', 'other'],
      ['uf', 'uf', 'missing'],
    ],
  )
  assert.equal(formFaults(fields)[2]?.said, 'said by the field')
  assert.deepEqual(formFaults([field('name')]), [])
})
