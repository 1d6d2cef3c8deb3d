import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { test } from 'vitest'
import { lz4 } from './lz4.ts'
import { packTexts, unpackFirst, unpackRest } from './pack-texts.ts'

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

test('any two texts come back as they were packed', () => {
  fc.assert(
    fc.property(anyText, anyText, (first, rest) => {
      const packed = packTexts({ first, rest })
      assert.equal(unpackFirst(packed), first.toWellFormed())
      assert.equal(unpackRest(packed), rest.toWellFormed())
    }),
    { numRuns: 300 },
  )
})

test('a text in bytes is packed as the text itself', () => {
  fc.assert(
    fc.property(anyText, anyText, (first, rest) => {
      const bytes = Buffer.from(rest)
      assert.deepEqual(packTexts({ first, rest: bytes }), packTexts({ first, rest: bytes.toString() }))
    }),
  )
})

test('a copy that reaches into what it makes comes back, however near', () => {
  for (let period = 1; period < 24; period++) {
    const text = 'abcdefghijklmnopqrstuvwxyz'.slice(0, period).repeat(40)
    const packed = packTexts({ first: text, rest: `${text}.` })
    assert.equal(unpackFirst(packed), text)
    assert.equal(unpackRest(packed), `${text}.`)
  }
})

test('a text of megabytes comes back, also what repeats further back than a copy may reach', () => {
  const once = Array.from({ length: 30_000 }, (_, at) => `"${at}":"${at * 7_919}"`).join()
  for (const text of ['x'.repeat(3_000_000), `${once}${once}`, `${'y'.repeat(70_000)}"documento":"`]) {
    const packed = packTexts({ first: text, rest: text })
    assert.ok(packed.length < 2 * text.length)
    assert.equal(unpackFirst(packed), text)
    assert.equal(unpackRest(packed), text)
  }
  // And what follows is not led astray by what was there before.
  assert.equal(unpackRest(packTexts({ first: '', rest: '{"documento":"1"}' })), '{"documento":"1"}')
})

/** As it was first written. Whoever has kept such rows reads them for ever. */
const packedOnce =
  '062400000095000000039c037565732032310a5b78043053c38308116ac38d53227d5d370513300100203139cd0200b80206de040d420574414e4452c389204312060d0403df03033004066f0050227d5d7d7d'

test('what an earlier version has packed can be read', () => {
  const packed = Buffer.from(packedOnce, 'hex')
  assert.equal(unpackFirst(packed), writtenOnce.first)
  assert.equal(unpackRest(packed), writtenOnce.rest)
})

const writtenOnce = {
  first: 'addresses 21\n[{"city":"SÃO LUÍS"}]',
  rest: '{"documento":"00000000191","registration":{"consumerName":"ANDRÉ DA SILVA","addresses":[{"city":"SÃO LUÍS"}]}}',
}

test('a dictionary never changes: a better one gets a file and a mark of its own', () => {
  const digest = hash('sha256', readFileSync(new URL('./dictionary-1.txt', import.meta.url)))
  assert.equal(digest, '1d9a02cb925b5059db5a758c68ffe1a71333d3a15bfda61b2b0285333566eb2e')
})

test('what was deflated by a version from before is told apart, whatever it says', () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom(0, 1, 6, 9), (text, level) => {
      assert.equal(unpackFirst(deflateRawSync(text, { level })), undefined)
    }),
  )
})

test('broken bytes are an error or another text, and never more than they say they are', () => {
  const { compress, first, rest } = lz4({ dictionary: Buffer.from('{"documento":"'), mark: 6 })
  const whole = compress({
    first: '{"documento":"00000000191"}',
    rest: '{"documento":"00000000191"}'.repeat(20),
  })
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.boolean(), (at, byte, isCut) => {
      const bytes = Uint8Array.from(isCut ? whole.subarray(0, at) : whole)
      if (!isCut) bytes[at] = byte
      try {
        assert.ok(first(bytes).length + rest(bytes).length <= 2 * 255 * bytes.length)
      } catch (error) {
        assert.match(String(error), /is broken/)
      }
    }),
    { numRuns: 2_000 },
  )
  for (let end = 0; end < whole.length; end++) {
    assert.throws(() => rest(whole.subarray(0, end)), /is broken/)
  }
})
