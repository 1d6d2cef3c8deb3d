import assert from 'node:assert/strict'
import { test } from 'vitest'
import { rowOf } from '../../../testing/invented/data-rows.ts'
import { packedReader, takeCents, takeNumber, takeText } from '../packing/packed-reader.ts'
import { packedWriter } from '../packing/packed-writer.ts'
import { companyReader } from './read-company.ts'

function capitalOf(text: string): readonly unknown[] {
  const counted: string[] = []
  const writer = packedWriter()
  const row = rowOf(['11222333', 'EMPRESA DE EXEMPLO LTDA', '', '', text, '', ''])
  const read = companyReader({ domains: new Map(), places: [] })
  assert.equal(
    read(row, { writer, commit: () => undefined }, (reason) => void counted.push(reason)),
    undefined,
  )
  const reader = packedReader(writer.bytes.subarray(0, writer.at))
  takeText(reader)
  takeNumber(reader)
  return [takeCents(reader), ...counted]
}

test('capital is exact to the cent, however many digits it has and with a comma or without', () => {
  for (let length = 1; length <= 20; length++) {
    for (const whole of ['9'.repeat(length), '123456789012345678901'.slice(0, length)]) {
      if (whole === '999999999999') continue
      for (const [decimals, cents] of [
        ['', 0n],
        [',', 0n],
        [',9', 90n],
        [',09', 9n],
        [',99', 99n],
      ] as const)
        assert.deepEqual(capitalOf(`${whole}${decimals}`), [BigInt(whole) * 100n + cents], whole + decimals)
    }
  }
})

test('reads a capital with a decimal point or thousands separators, and rejects ambiguous ones', () => {
  for (const text of ['1000.50', '1.000,50', '1,000.50', ' 1000,50 '])
    assert.deepEqual(capitalOf(text), [100_050n], text)
  for (const text of ['999999999999.00', '999.999.999.999,00'])
    assert.deepEqual(capitalOf(text), [undefined, 'capital_placeholder'], text)
})

test('what is no amount, or what is typed where nobody knows, is left out and counted', () => {
  for (const text of ['999999999999', '999999999999,00', '00999999999999,99'])
    assert.deepEqual(capitalOf(text), [undefined, 'capital_placeholder'], text)
  for (const text of [
    '1,234',
    '1.234',
    '-1',
    ',',
    ',5',
    ',0000000000000',
    'x',
    '1,0,0',
    '9'.repeat(21),
    '12345678901234x',
  ])
    assert.deepEqual(capitalOf(text), [undefined, 'capital_invalid'], text)
  assert.deepEqual(capitalOf(''), [undefined])
})
