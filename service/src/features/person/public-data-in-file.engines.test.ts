import assert from 'node:assert/strict'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { importSample } from '../../../testing/imported-data.ts'
import { readPdf } from '../../../testing/pdf/pdf-reader.ts'
import { cleanPerson } from '../../../testing/services/listing-service.ts'
import { identity, personService } from '../../../testing/services/person-service.ts'
import { receita } from '../../data/receita/receita.ts'
import { inventCompany } from '../../data/receita/sample/invent-company.ts'
import { fileOutline } from './words/file-outline.ts'

const seed = 5
const cnpj = withCheckDigits(`${inventCompany(seed, 250, false).root}0001`)

for (const engine of engines) {
  describe(`the file of a company with public data on ${engine}`, async () => {
    const service = await personService(engine)
    afterAll(service.close)
    await importSample(service, receita, { companies: 300, seed, date: '2026-10-11' as Day })
    await service.lookAtData()

    test('what the register says is in the file, with its source and its day, and in the letter', async () => {
      const file = await service.file(cnpj)
      const [record, ...others] = file.publicData
      assert.deepEqual(others, [])
      assert.deepEqual(
        [record?.source, record?.date],
        [{ name: 'receita', text: 'Receita Federal' }, '2026-10-11'],
      )
      const name = record?.report.identificationReport?.companyName ?? assert.fail('there is a company')
      const outline = fileOutline(file, 'pt', undefined)
      const section = outline.sections.find(({ id }) => id === 'publicData-receita')
      assert.equal(section?.heading, 'Registros públicos: Receita Federal')
      assert.match(section?.paragraphs.join(' ') ?? '', /de 11\/10\/2026/)
      assert.ok(section?.facts.some(({ value }) => value === name))
      const letter = await service.operate('/titular/arquivo', {
        body: { documento: cnpj, identity, reason: 'Pediu' },
        headers: { Accept: 'application/pdf' },
      })
      const said = readPdf(letter.bytes).pages.flatMap((page) => page.map(({ text }) => text))
      assert.ok(said.join(' ').includes('Registros públicos: Receita Federal'))
    })

    test('a company that the register does not have is told so; a person is in no register', async () => {
      const unknown = await service.file(withCheckDigits('987654320001'))
      assert.deepEqual(
        unknown.publicData.map(({ date, report }) => [date, report]),
        [['2026-10-11', {}]],
      )
      const sections = fileOutline(unknown, 'en', undefined).sections
      assert.ok(sections.some(({ paragraphs }) => paragraphs.includes('Nothing is on file in this edition.')))
      assert.deepEqual((await service.file(cleanPerson)).publicData, [])
    })
  })
}
