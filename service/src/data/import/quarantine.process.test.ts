import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { joinQuarantines, quarantine } from './quarantine.ts'

const directory = mkdtempSync(join(tmpdir(), 'quarantine-'))
afterAll(() => rmSync(directory, { recursive: true }))

function written(row: string): string {
  const path = join(directory, 'rows')
  const setAside = quarantine(path, 'a.zip/a.csv')
  setAside.add(7, 'columns', Buffer.from(row, 'latin1'))
  setAside.close()
  return readFileSync(path, 'utf8')
}

test('a row that was set aside shows no CPF, not one that control characters break either', () => {
  for (const broken of ['529\x00\x00\x00\x00982247\r\n25', '529982\x0724725', '52998224725'])
    assert.equal(written(`"1";"DE ${broken}"\n`), 'a.zip/a.csv\t7\tcolumns\t"1";"DE ***982247**"\n')
})

test('masks each field separately: digits of two columns are not a CPF', () => {
  for (const row of [
    '"1";"52998";"224725"',
    '529982;24725;x',
    '"A";529982247;"25"',
    '52998;"224725";',
    '"5299822";"4";"725',
    '"52998"";"224725"',
  ])
    assert.equal(written(`${row}\r\n`), `a.zip/a.csv\t7\tcolumns\t${row}\n`)
  for (const [row, masked] of [
    ['"1";"DE 529;982;247;25";"x"', '"1";"DE ***982247**";"x"'],
    ['"DE 52998224725;1;2', '"DE ***982247**;1;2'],
    ['52998224725;12345678909', '***982247**;***456789**'],
    ['"52998224725";;"529.982.247-25"', '"***982247**";;"***982247**"'],
  ] as const)
    assert.equal(written(row), `a.zip/a.csv\t7\tcolumns\t${masked}\n`)
})

test('writes a row as one line, despite line breaks in it or in the file name', () => {
  const path = join(directory, 'lines')
  const setAside = quarantine(path, 'a.zip/a\n52998224725\tb.csv')
  for (const row of ['"a\r\nb";"c\x0b\x0c\x1e\x85d\te"', '\n\n', ''])
    setAside.add(7, 'columns', Buffer.from(row, 'latin1'))
  setAside.close()
  const begin = 'a.zip/a ***982247** b.csv\t7\tcolumns\t'
  assert.equal(readFileSync(path, 'utf8'), `${begin}"a b";"c d e"\n${begin}\n${begin}\n`)
})

test('of a long row the beginning is written, and a CPF is not cut before it is masked', () => {
  for (let before = 4_080; before <= 4_096; before++) {
    const row = written(`${'A'.repeat(before)} 52998224725${'B'.repeat(100)}`)
    assert.ok(!row.includes('529') && row.length < 4_130, String(before))
  }
})

const files = (...texts: string[]) =>
  texts.map((text, at) => {
    const path = join(directory, `part-${at}`)
    writeFileSync(path, text)
    return path
  })

test('several become one, in their order, that only its owner may read', async () => {
  const to = join(directory, 'joined')
  assert.equal(await joinQuarantines(files('a\n', '', 'b\nc\n'), to), true)
  assert.equal(readFileSync(to, 'utf8'), 'a\nb\nc\n')
  assert.equal(statSync(to).mode & 0o777, 0o600)
})

test('however many there are, the runtime does not warn of a leak', async () => {
  const warnings: string[] = []
  const onWarning = ({ message }: Error) => warnings.push(message)
  process.on('warning', onWarning)
  const texts = Array.from({ length: 40 }, (_, at) => `${at}\n`)
  const to = join(directory, 'many')
  await joinQuarantines(files(...texts), to)
  // A warning is told in the turn after.
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', onWarning)
  assert.deepEqual(warnings, [])
  assert.equal(readFileSync(to, 'utf8'), texts.join(''))
})

test('where none has a row there is no file', async () => {
  const to = join(directory, 'empty')
  assert.equal(await joinQuarantines(files('', ''), to), false)
  assert.equal(existsSync(to), false)
})

test('a long one is not held in memory', async () => {
  const [long = ''] = files('')
  truncateSync(long, 128 << 20)
  const to = join(directory, 'long')
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }, 1)
  await joinQuarantines([long], to)
  clearInterval(timer)
  assert.equal(statSync(to).size, 128 << 20)
  assert.ok(most < 64 << 20, `${most} bytes`)
})
