import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { addDays, type Day } from '@lastro/rules/calendar/day.ts'
import type { BureauCoverage } from '@lastro/service/features/bureau/bureau-coverage.ts'
import { afterAll, describe, test } from 'vitest'
import { engines, newPlace } from '../../../service/testing/engines.ts'
import { lookAtCoverage } from './look-at-coverage.ts'

const today = '2026-11-19' as Day
const clock = { nowMs: () => Date.parse(`${today}T12:00:00-03:00`) }
const negative = ['listingP', 'listingR', 'collectionRecords', 'check', 'notary'] as const

for (const engine of engines) {
  describe(`coverage in doctor, on ${engine}`, async () => {
    const store = await (await newPlace(engine)).open()
    afterAll(store.close)
    const look = async (product = 'relatorioBasico CPF') => {
      const found = (await lookAtCoverage(store, clock)).find(({ text }) => text.en.startsWith(product))
      assert.ok(found, product)
      return { state: found.state, ...found.text }
    }
    let generation = 0
    const declare = (of: Partial<BureauCoverage>) => {
      generation += 1
      return store.bureauCoverage.declare([
        {
          id: randomUUIDv7(),
          section: 'check',
          documentType: 'CPF',
          extent: 'complete',
          asOf: '2026-11-18' as Day,
          until: '2027-01-02' as Day,
          generation,
          declaredAtMs: generation,
          declaredBy: 'Otávio',
          withdrawnAtMs: undefined,
          ...of,
        },
      ])
    }

    test('an installation without data needs attention for each product with negative sections', async () => {
      const { state, pt, en } = await look()
      assert.equal(state, 'look')
      assert.match(en, /no data registration, listingP, listingR, collectionRecords, check, notary/)
      assert.match(en, /complete inquiry \(consultations\)/)
      assert.match(pt, /sem dados .*check/)
      assert.ok(
        pt.endsWith(
          'lastro bureau load ARQUIVO --covers listingP,listingR,collectionRecords,check,notary --for cpf --as-of DIA',
        ),
        pt,
      )
      const registrationOnly = await look('cadastral CPF')
      assert.equal(registrationOnly.state, 'look', 'every query of it is refused')
      assert.match(registrationOnly.en, / --covers registration --for cpf --as-of DAY$/)
    })

    test('a covered product is well and shows its source and last day', async () => {
      for (const section of negative) await declare({ section })
      await declare({ section: 'notary', extent: 'partial' })
      const { state, en } = await look()
      assert.equal(state, 'well')
      assert.match(en, /complete listingP, listingR, collectionRecords, check \(bureau until 2027-01-02\)/)
      assert.match(en, /partial notary \(bureau until 2027-01-02\)/)
      assert.equal((await look('relatorioBasico CNPJ')).state, 'look', 'companies are not covered')
    })

    test('coverage that ends within seven days needs attention', async () => {
      await declare({ section: 'check', until: addDays(today, 8) })
      assert.equal((await look()).state, 'well')
      await declare({ section: 'check', until: addDays(today, 7) })
      const { state, en } = await look()
      assert.equal(state, 'look')
      assert.match(en, /Ends within 7 days: check\. .* --covers check --for cpf /)
      await declare({ section: 'check', extent: 'partial', until: addDays(today, 7) })
      assert.match((await look()).en, / --covers check --for cpf --as-of DAY --partial$/)
      await declare({ section: 'registration', until: addDays(today, 7) })
      assert.match((await look('cadastral CPF')).en, /Ends within 7 days: registration\./)
    })
  })
}
