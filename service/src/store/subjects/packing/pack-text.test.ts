import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { lz4 } from './lz4.ts'
import { packText, unpackText } from './pack-text.ts'

const piece = fc.oneof(
  fc.constantFrom(
    '"addressTypeDescription":"RESIDENCIAL"',
    '{"documento":"',
    'aaaaaaaaaaaaaaaaaaaaaaa',
    'É👩‍🌾',
  ),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary-ascii', maxLength: 400 }),
)
const anyText = fc
  .array(fc.tuple(piece, fc.integer({ min: 1, max: 40 })), { maxLength: 30 })
  .map((pieces) => pieces.map(([text, times]) => text.repeat(times)).join(''))

test('any text comes back as it was packed', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      assert.equal(unpackText(packText(text)), text.toWellFormed())
    }),
    { numRuns: 300 },
  )
})

test('a text of megabytes comes back, also what repeats further back than a copy may reach', () => {
  const once = Array.from({ length: 30_000 }, (_, at) => `"${at}":"${at * 7_919}"`).join()
  for (const text of ['x'.repeat(3_000_000), `${once}${once}`, `${'y'.repeat(70_000)}"documento":"`]) {
    const packed = packText(text)
    assert.ok(packed.length < text.length)
    assert.equal(unpackText(packed), text)
  }
  // And what follows is not led astray by what was there before.
  assert.equal(unpackText(packText('{"documento":"1"}')), '{"documento":"1"}')
})

/** As it was first written. Whoever has kept such rows reads them for ever. */
const packedOnce =
  '06760000000b140513300100203139aa0200950206bb040d1f0574414e4452c38920201206ea0307c1040df414504e227d7d7d'

test('what an earlier version has packed can be read', () => {
  assert.equal(unpackText(Buffer.from(packedOnce, 'hex')), writtenOnce)
})

const writtenOnce =
  '\n{"documento":"00000000191","registration":{"consumerName":"ANDRÉ DA SILVA","address":{"city":"NATAL","state":"RN"}}}'

test('a dictionary never changes: a better one gets a file and a mark of its own', () => {
  const digest = hash('sha256', readFileSync(new URL('./dictionary-1.txt', import.meta.url)))
  assert.equal(digest, '1d9a02cb925b5059db5a758c68ffe1a71333d3a15bfda61b2b0285333566eb2e')
})

test('what was deflated by a version from before is told apart, whatever it says', () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom(0, 1, 6, 9), (text, level) => {
      assert.equal(unpackText(deflateRawSync(text, { level })), undefined)
    }),
  )
})

test('broken bytes are an error or another text, and never more than they say they are', () => {
  const { compress, decompress } = lz4({ dictionary: Buffer.from('{"documento":"'), mark: 6 })
  const whole = compress('{"documento":"00000000191","documento":"00000000191"}'.repeat(20))
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.boolean(), (at, byte, isCut) => {
      const bytes = Uint8Array.from(isCut ? whole.subarray(0, at) : whole)
      if (!isCut) bytes[at] = byte
      try {
        assert.ok(decompress(bytes).length <= 255 * bytes.length)
      } catch (error) {
        assert.match(String(error), /is broken/)
      }
    }),
    { numRuns: 2_000 },
  )
  for (let end = 0; end < whole.length; end++) {
    assert.throws(() => decompress(whole.subarray(0, end)), /is broken/)
  }
})
