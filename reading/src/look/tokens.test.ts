import assert from 'node:assert/strict'
import { test } from 'vitest'
import { severities } from '../severity.ts'
import { tokens } from './tokens.ts'

type Pair = { readonly light: string; readonly dark: string }

const colours = new Map<string, Pair>(
  [...tokens.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
)

const channel = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    channel(Number.parseInt(colour.slice(at, at + 2), 16) / 255),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** As WCAG 2.2 reckons it, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const readable = 4.5
/** Of what is not text: edges of fields, bars of a chart. */
const visible = 3

const meanings = [...severities, 'info', 'accent'] as const

/** What is written, and on what. */
const texts: readonly (readonly [string, readonly string[]])[] = [
  ['ink', ['paper', 'panel', 'raised', ...meanings.map((one) => `${one}-soft`)]],
  ['muted', ['paper', 'panel', 'raised']],
  ['on-accent', ['accent', 'accent-strong']],
  ['accent-strong', ['accent-soft', 'raised']],
  ...meanings.map((one) => [one, ['paper', 'panel', 'raised', `${one}-soft`]] as const),
  // Loud marks are written in the colour of the page on the colour of the meaning.
  ['raised', ['negative', 'closed']],
]

const between = (one: string, other: string, scheme: keyof Pair): number => {
  const [first, second] = [colours.get(one)?.[scheme], colours.get(other)?.[scheme]]
  assert.ok(first !== undefined && second !== undefined, `${one} or ${other} is no colour`)
  return contrast(first, second)
}

test('every text can be read on every ground it stands on, in light and in dark', () => {
  for (const scheme of ['light', 'dark'] as const) {
    for (const [text, grounds] of texts) {
      for (const ground of grounds) {
        const ratio = between(text, ground, scheme)
        assert.ok(ratio >= readable, `${text} on ${ground}, ${scheme}: ${ratio.toFixed(2)}`)
      }
    }
  }
})

test('the edge of a field and every meaning can be seen on the page', () => {
  for (const scheme of ['light', 'dark'] as const) {
    for (const one of ['edge', ...meanings]) {
      const ratio = between(one, 'raised', scheme)
      assert.ok(ratio >= visible, `${one}, ${scheme}: ${ratio.toFixed(2)}`)
    }
  }
})

test('no two meanings share a colour', () => {
  for (const scheme of ['light', 'dark'] as const) {
    const all = severities.map((one) => colours.get(one)?.[scheme])
    assert.equal(new Set(all).size, severities.length)
  }
})
