import assert from 'node:assert/strict'
import { companyKey } from '@lastro/rules/documents/company-key.ts'
import fc from 'fast-check'
import { test } from 'vitest'
import { copyOf, oneZip, publicData, sampledReceita } from '../../../testing/public-data.ts'
import { totalsOf } from '../../features/public-data/accounting.ts'

const october = await sampledReceita(60)

/** Rows of Empresas as they may come, and what is expected of each. */
const anyRow = fc.record({
  root: fc
    .integer({ min: 1, max: 12 })
    .map((number) => `${number < 4 ? 'A' : '1'}${String(number).padStart(7, '0')}`),
  form: fc.constantFrom(
    'good',
    'good',
    'good',
    'short root',
    'columns',
    'blank',
    'unclosed',
    'line break',
    'nul',
  ),
})

test('whatever the rows are, every one of them is accounted for, also those that repeat one of another file', async () => {
  const { deps, run } = await publicData()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyRow, { maxLength: 12 }), { minLength: 3, maxLength: 3 }),
      async (files) => {
        const from = copyOf(october)
        const good = new Set<string>()
        let [goodRows, badRows] = [0, 0]
        for (const [number, rows] of files.entries()) {
          let text = ''
          for (const { root, form } of rows) {
            const name = form === 'line break' ? 'A\nB' : form === 'nul' ? 'A\0B' : 'AB'
            if (form === 'blank') text += '\n'
            else if (form === 'short root') text += `"123";"${name}";"2062";"49";"1,00";"01";""\n`
            else if (form === 'columns') text += `"${root}";"${name}"\n`
            else if (form === 'unclosed') text += `"${root}";"${name};"2062\n`
            else {
              text += `"${root}";"${name}";"2062";"49";"1,00";"01";""\n`
              good.add(root)
              goodRows++
              continue
            }
            if (form !== 'blank') badRows++
          }
          // So that some row has the right columns.
          text += `"900000${number}0";"FIM";"2062";"49";"1,00";"01";""\n`
          goodRows++
          good.add(`900000${number}0`)
          await oneZip(from, `Empresas${number}.zip`, `K3241.K03200Y${number}.D61011.EMPRECSV`, text)
        }
        const { accounting, snapshot } = await run(from)
        const accounts = accounting.files.filter((one) => /^Empresas[0-2]\.zip$/.test(one.zip))
        for (const one of accounting.files) assert.equal(one.read, one.kept + one.merged + one.quarantined)
        const sums = totalsOf({ files: accounts })
        assert.deepEqual(sums, {
          read: goodRows + badRows,
          kept: good.size,
          merged: goodRows - good.size,
          quarantined: badRows,
        })
        const reader = await deps.snapshots.open(snapshot)
        for (const root of good) assert.ok(await reader.read('company', companyKey(root)), root)
        await reader.close()
      },
    ),
    { numRuns: 4 },
  )
})
