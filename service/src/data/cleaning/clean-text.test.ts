import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { rowOf } from '../../../testing/invented/data-rows.ts'
import { packedReader, takeText } from '../packing/packed-reader.ts'
import { packedWriter } from '../packing/packed-writer.ts'
import { putField } from './clean-fields.ts'
import { cleanBeginning } from './clean-text.ts'

const cpf = '52998224725'
const spelled = '529.982.247-25'

const fieldOf = (text: string) => {
  const counted: string[] = []
  const writer = packedWriter()
  putField(writer, rowOf([text]), 0, (reason) => void counted.push(reason))
  return { kept: takeText(packedReader(writer.bytes.subarray(0, writer.at))) ?? '', counted }
}

/** The longest run of digits of this CPF, of which a mask leaves six in a row. */
const shownOf = (text: string) =>
  Math.max(
    ...Array.from({ length: 12 }, (_, length) =>
      Array.from({ length: 12 - length }, (_, from) => cpf.slice(from, from + length)).some((part) =>
        text.replaceAll(/\D/g, '').includes(part),
      )
        ? length
        : 0,
    ),
  )

test('a CPF across the place where a long field is cut is masked, wherever in it the cut falls', () => {
  for (const written of [cpf, spelled, '529 982 247 25', '5.2.9.9.8.2.2.4.7.2.5']) {
    for (let before = 1_000 - written.length - 3; before <= 1_003; before++) {
      const { kept, counted } = fieldOf(`${'x'.repeat(before)} ${written} ${'y'.repeat(500)}`)
      assert.ok(kept.length <= 1_000 && kept.startsWith('xxx'))
      assert.ok(shownOf(kept) <= 6, `${before}: ${kept.slice(-20)}`)
      assert.ok(counted.includes('text_shortened'))
    }
  }
})

test('many CPFs that masking shortens do not pull an unmasked one into what is kept', () => {
  for (let before = 0; before < 40; before++) {
    const text = `${'x'.repeat(before)} ${`${spelled} `.repeat(400)}`
    assert.ok(shownOf(fieldOf(text).kept) <= 6, String(before))
    assert.ok(shownOf(cleanBeginning(text, 4_096)) <= 6, String(before))
  }
})

test('a long number that a cut makes a CPF of is masked as one', () => {
  assert.equal(cleanBeginning(`NO ${cpf}000100`, 14), 'NO ***982247**')
})

test('a text that fits stays as it is, and none is longer than allowed', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]([a-z ]{0,300}[a-z])?$/), fc.nat(400), (text, lengthMax) => {
      const kept = cleanBeginning(text, lengthMax)
      assert.equal(kept, text.slice(0, lengthMax))
    }),
  )
})
