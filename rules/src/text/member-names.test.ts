import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { repeatedMember } from './member-names.ts'

const found = (text: string): string | undefined => repeatedMember(text, JSON.parse(text))

test('finds a repeated member and its path, even if it is escaped differently', () => {
  for (const [text, path] of [
    ['{"a":1,"a":1}', 'a'],
    ['{"a":1,"b":{},"\\u0061":2}', 'a'],
    ['{ "a" : 1 ,\n\t"a"\r\n: 2 }', 'a'],
    ['{"list":[0,{"x":1},{"in":{"y":1,"y":{"y":2}}}]}', 'list[2].in.y'],
    ['[[],[{"b":[1,2],"b":[3]}]]', '[1][0].b'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"constructor":{},"constructor":{}}', 'constructor'],
    ['{"":1,"":2}', '(?)'],
    ['{"52998224725":1,"52998224725":2}', '(?)'],
    ['{"a":{"a":1},"b":{"a":1,"c":"\\\\","a":2}}', 'b.a'],
    ['{"\\"":1,"\\"":2}', '(?)'],
    ['{"é":1,"\\u00e9":2}', '(?)'],
  ] as const)
    assert.equal(found(text), path, text)
})

test('ignores text that only looks like a repeated member', () => {
  for (const text of [
    '{"a":1,"A":2,"a ":3}',
    '{"a":"a","b":"\\"a\\":1,\\"a\\":2"}',
    '[{"a":1},{"a":1}]',
    '{"a":{"a":{"a":[{"a":1}]}}}',
    '{"__proto__":{"a":1},"a":2}',
    '{"a":"\\\\","b":"\\\\\\"","c":":"}',
    '"a"',
    'null',
    '[]',
    `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
  ])
    assert.equal(found(text), undefined, text.slice(0, 100))
})

type Written = { readonly text: string; readonly isRepeated: boolean }

/** JSON with random members: some repeated, some with their first letter escaped. */
const written = fc.letrec<{ value: Written; leaf: Written; list: Written; object: Written }>((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('list'), tie('object')),
  leaf: fc
    .oneof(fc.string(), fc.constantFrom(':', '{"a":1,"a":2}', '\\', '"', '","'), fc.integer(), fc.boolean())
    .map((leaf) => ({ text: JSON.stringify(leaf), isRepeated: false })),
  list: fc.array(tie('value'), { maxLength: 4 }).map((items) => ({
    text: `[${items.map(({ text }) => text).join(' , ')}]`,
    isRepeated: items.some(({ isRepeated }) => isRepeated),
  })),
  object: fc
    .array(fc.tuple(fc.constantFrom('a', 'b', 'c:', '__proto__', '"'), fc.boolean(), tie('value')), {
      maxLength: 4,
    })
    .map((members) => ({
      text: `{${members.map(([name, isEscaped, { text }]) => `${nameText(name, isEscaped)} :${text}`).join(',')}}`,
      isRepeated:
        new Set(members.map(([name]) => name)).size < members.length ||
        members.some(([, , { isRepeated }]) => isRepeated),
    })),
}))

const nameText = (name: string, isEscaped: boolean): string =>
  isEscaped
    ? `"\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${JSON.stringify(name.slice(1)).slice(1)}`
    : JSON.stringify(name)

test('finds a repeated member anywhere, and reports no others', () => {
  fc.assert(
    fc.property(written.value, ({ text, isRepeated }) =>
      assert.equal(found(text) !== undefined, isRepeated, text),
    ),
    { numRuns: 2_000 },
  )
})
