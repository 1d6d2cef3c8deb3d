import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { lastroProgram } from '../cli/src/program.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)

type Manifest = { readonly scripts?: object } & Partial<Record<(typeof kinds)[number], object>>
const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const
const manifestOf = (path: string) => JSON.parse(read(path)) as Manifest

describe('what documents say of the repository', () => {
  test('every package that is asked for has its line in the decision on dependencies, and no other', () => {
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: readonly string[] }
    const manifests = ['package.json', ...workspaces.map((one) => `${one}/package.json`)].map(manifestOf)
    const asked = manifests.flatMap((one) => kinds.flatMap((kind) => Object.keys(one[kind] ?? {})))
    const ours = [...new Set(asked)].filter((name) => !name.startsWith('@lastro/'))
    const rows = found(read('docs/decisions/0009-dependencies.md'), /^\| (`[^|]*`) +\|/gm)
    const named = rows.flatMap((row) => found(row, /`([^`]+)`/g))
    assert.deepEqual(named.toSorted(), ours.toSorted())
  })

  test('a decision whose place another took says so', () => {
    for (const path of globSync('docs/decisions/*.md', { cwd: root })) {
      const [number = ''] = /\d{4}/.exec(path) ?? []
      const [, taken = ''] = /^(?:Takes the place of|Supersedes) (\[.*)$/m.exec(read(path)) ?? []
      for (const old of found(taken, /\]\((\d{4}-[\w-]+\.md)\)/g)) {
        assert.ok(
          new RegExp(`^Superseded by .*\\[${number}\\]`, 'm').test(read(`docs/decisions/${old}`)),
          old,
        )
      }
    }
  })

  test('every command of the repository is in CONTRIBUTING.md', () => {
    const usual = ['postinstall', 'start', 'test', 'lastro']
    const scripts = Object.keys(manifestOf('package.json').scripts ?? {})
    const told = found(read('CONTRIBUTING.md'), /`npm run ([a-z:]+)/g)
    for (const name of scripts) assert.ok(usual.includes(name) || told.includes(name), name)
    for (const name of told) assert.ok(scripts.includes(name), name)
  })

  test('every benchmark is in CONTRIBUTING.md and in what the command says of itself, and no other', () => {
    const program = read('benchmarks/main.ts')
    const benchmarks = new Set(found(program, /^ {2}'?([a-z-]+)'?: (?:async )?\(\) =>/gm)).add('query')
    const told = new Set(found(read('CONTRIBUTING.md'), /`npm run bench -- ([a-z-]+)/g)).add('query')
    assert.deepEqual([...told].toSorted(), [...benchmarks].toSorted())
    const usage = found(program, /npm run bench -- ([a-z|-]+) /g).flatMap((names) => names.split('|'))
    assert.deepEqual([...new Set(usage)].toSorted(), [...benchmarks].toSorted())
  })

  test('every command of lastro is in README.md', () => {
    const told = found(read('README.md'), /^\| (`[^|]*) \|/gm).flatMap((cell) => found(cell, /`([a-z]+)/g))
    for (const command of lastroProgram().commands) assert.ok(told.includes(command.name()), command.name())
  })
})
