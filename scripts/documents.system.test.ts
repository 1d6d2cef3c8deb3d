import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { describe, test } from 'vitest'
import { lastroProgram } from '../cli/src/program.ts'
import { dayAt, parseDay } from '../rules/src/calendar/day.ts'
import { monthsBefore } from '../rules/src/trail/retention.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)

type Manifest = { readonly scripts?: object } & Partial<Record<(typeof kinds)[number], object>>
const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const
const manifestOf = (path: string) => JSON.parse(read(path)) as Manifest

/** Commands as pages show them: after `lastro`, and alone at the beginning of a row of README's table. */
function commandsShown(): readonly { readonly path: string; readonly words: readonly string[] }[] {
  return ['README.md', ...globSync('docs/guide/**/*.md', { cwd: root })].flatMap((path) => {
    const page = read(path).replaceAll(/\\\n/g, ' ')
    const shown = [
      ...found(page, /\blastro(?: --)? ([a-z][^\n`]*)/g),
      ...(path === 'README.md' ? found(page, /^\| `([^`]*)`/gm) : []),
    ]
    return shown.map((line) => ({ path, words: line.split(/\s+/) }))
  })
}

/** The command that words begin with, where there is one. */
function commandOf(
  [word, ...rest]: readonly string[],
  within: Command = lastroProgram(),
): Command | undefined {
  const one = within.commands.find((command) => command.name() === word)
  return one === undefined || one.commands.length === 0 ? one : commandOf(rest, one)
}

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

  test('a command that a page shows with options has all that it cannot do without', () => {
    let count = 0
    for (const { path, words } of commandsShown()) {
      // One that is named without any is no example to copy.
      if (!words.some((word) => word.startsWith('--'))) continue
      const needed = commandOf(words)?.options.filter(({ mandatory }) => mandatory) ?? []
      for (const { long = '' } of needed) assert.ok(words.includes(long), `${path}: ${words.join(' ')}`)
      count += needed.length
    }
    assert.ok(count > 20, `${count}`)
  })

  test('the trail that a page archives is old enough', () => {
    const days = commandsShown().flatMap(({ words }) => words[words.indexOf('--before') + 1] ?? [])
    const { options = [] } = commandOf(['trail', 'archive']) ?? {}
    days.push(...found(options.map(({ description }) => description).join(), /(\d{4}-\d\d-\d\d)/g))
    const asked = days.flatMap((day) => parseDay(day) ?? [])
    assert.equal(asked.length, 4)
    for (const day of asked) assert.equal(monthsBefore(day, dayAt(Date.now())).kind, 'months', day)
  })

  test('every reason that a row is put aside for, or a field left out, is in the guide', () => {
    const readers = globSync('service/src/data/**/*.ts', { cwd: root })
      .filter((path) => !/test|sample/.test(path))
      .map((path) => ({ isReader: /\/read-[a-z-]+\.ts$/.test(path), text: read(path) }))
    const aside = readers.flatMap(({ isReader, text }) => [
      ...(isReader ? found(text, /\breturn '([a-z_]+)'/g) : []),
      ...found(text, /\breason: ('[a-z_' |]+')/g).flatMap((either) => found(either, /'(\w+)'/g)),
    ])
    const repaired = readers.flatMap(({ text }) => found(text, /\bcount\('(\w+)'\)/g))
    assert.ok(aside.length > 8 && repaired.length > 20, `${aside.join()} ${repaired.join()}`)
    for (const language of ['pt', 'en']) {
      const pages = ['public-data', 'public-data-files'].map((page) =>
        read(`docs/guide/${language}/${page}.md`),
      )
      const told = new Set(found(pages.join(), /`([a-z\d_]+)`/g))
      for (const reason of aside) assert.ok(told.has(reason), `${language}: ${reason}`)
      // Fields that cannot be read are told of together, as `…_invalid`.
      for (const reason of repaired)
        assert.ok(told.has(reason) || reason.endsWith('_invalid'), `${language}: ${reason}`)
    }
  })
})
