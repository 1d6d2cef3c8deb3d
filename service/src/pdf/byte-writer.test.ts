import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { ByteWriter } from './byte-writer.ts'

test('numbers read back as they were', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -(2 ** 31) + 1 }),
      fc.integer({ min: -100_000, max: 100_000 }),
      (whole, tenths) => {
        assert.equal(new ByteWriter().integer(whole).take().toString(), String(whole))
        assert.equal(Number(new ByteWriter().tenths(tenths).take().toString()), tenths / 10)
      },
    ),
  )
  assert.equal(
    new ByteWriter().tenths(-3).text(' ').tenths(40).text(' ').tenths(-125).take().toString(),
    '-0.3 4 -12.5',
  )
})

test('a code never ends its string, and no sign is lost', () => {
  const anyCodes = fc.array(fc.oneof(fc.constantFrom(0x2829, 0x5c0d, 0x0d28, 0x0029), fc.nat(0xffff)))
  fc.assert(
    fc.property(anyCodes, (codes) => {
      const written = new ByteWriter()
        .codes(String.fromCharCode(...codes))
        .take()
        .toString('latin1')
      const [, inside = ''] = /^\(((?:[^()\\\r]|\\[()\\r])*)\)$/s.exec(written) ?? assert.fail(written)
      const plain = inside.replace(/\\(.)/gs, (_, sign: string) => (sign === 'r' ? '\r' : sign))
      assert.deepEqual(
        [...Buffer.from(plain, 'latin1').swap16()],
        [...Buffer.from(Uint16Array.from(codes).buffer)],
      )
    }),
  )
})

test('it grows with what is written, and begins anew when that was taken', () => {
  const writer = new ByteWriter()
  const long = 'x'.repeat(100_000)
  assert.equal(writer.text('a').text(long).take().toString(), `a${long}`)
  assert.equal(writer.length, 0)
  assert.equal(writer.text('b').take().toString(), 'b')
})
