import assert from 'node:assert/strict'
import { test } from 'vitest'
import { srgbProfile } from './srgb-profile.ts'

const profile = srgbProfile()

/** The numbers of one part of the profile, which follow its kind and four empty bytes. */
function figuresOf(name: string, skip = 8): number[] {
  for (let at = 132; at < 132 + profile.readUInt32BE(128) * 12; at += 12) {
    if (profile.toString('latin1', at, at + 4) !== name) continue
    const from = profile.readUInt32BE(at + 4)
    const until = from + profile.readUInt32BE(at + 8)
    assert.ok(from % 4 === 0 && until <= profile.length)
    return Array.from({ length: (until - from - skip) / 4 }, (_, one) => {
      return profile.readInt32BE(from + skip + one * 4) / 65_536
    })
  }
  return assert.fail(`There is no part ${name}`)
}

const isNear = (a: number, b: number): boolean => Math.abs(a - b) < 0.0005

test('full red, green and blue together are white', () => {
  const [red, green, blue] = ['rXYZ', 'gXYZ', 'bXYZ'].map((name) => figuresOf(name))
  for (const [at, white] of figuresOf('wtpt').entries())
    assert.ok(isNear((red?.[at] ?? 0) + (green?.[at] ?? 0) + (blue?.[at] ?? 0), white))
})

test('the curve goes from nought to one, and its two parts meet', () => {
  const [gamma = 0, a = 0, b = 0, c = 0, edge = 0] = figuresOf('gTRC', 12)
  assert.ok(isNear((a + b) ** gamma, 1))
  assert.ok(isNear((a * edge + b) ** gamma, c * edge))
  assert.ok(isNear((a * 0.5 + b) ** gamma, 0.214))
})
