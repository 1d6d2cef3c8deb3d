import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FilePublicData } from '@lastro/contract/person/person-file.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { receita } from '@lastro/service/data/receita/receita.ts'
import { inventCompany } from '@lastro/service/data/receita/sample/invent-company.ts'
import { onTestFinished, test } from 'vitest'
import { importSample } from '../../service/testing/imported-data.ts'
import { readPdf } from '../../service/testing/pdf/pdf-reader.ts'
import { programs } from '../../service/testing/programs.ts'
import { personService } from '../../service/testing/services/person-service.ts'

const document = '52998224725'

test('the operator gives a file, disputes, corrects and answers from the command line; the document comes by standard input', async () => {
  const service = await personService('sqlite')
  onTestFinished(service.close)
  const listing = await service.published({ contractId: 'CT-1' })
  // Commands go by the clock of the machine, for which it is not time yet: what is recorded counts.
  await service.runJobs()
  const { dataDirectory } = service.place
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [programs.cli, 'person', ...args], {
      encoding: 'utf8',
      input: `${document}\n`,
      env: {
        ...process.env,
        INIT_CWD: dataDirectory,
        LASTRO_DATA: dataDirectory,
        LC_ALL: 'en_US.UTF-8',
        DATABASE_URL: '',
        LASTRO_TITULAR_CONTACT: 'pelo telefone 0800 000 0000',
      },
    })
  const did = (...args: string[]): string => {
    const done = run(...args)
    assert.equal(done.status, 0, done.stderr)
    return done.stdout.trim()
  }
  const person = ['--document', '-', '--identity', 'RG no balcão']

  const file = JSON.parse(did('file', ...person, '--reason', 'Pediu por telefone'))
  assert.deepEqual([file.documento, file.listings.length], [document, 1])
  const path = did('file', ...person, '--reason', 'Pediu por telefone', '--letter', 'carta.pdf')
  assert.equal(path, join(dataDirectory, 'carta.pdf'))
  assert.equal(readPdf(readFileSync(path)).title, 'O que consta sobre você')
  assert.equal(statSync(path).mode & 0o077, 0, 'a letter is for its owner alone')

  const [disputeId = ''] = did('dispute', listing, ...person, '--statement', 'Não é minha.').split(/\s+/)
  const twice = run('dispute', listing, ...person, '--statement', 'Não é minha.')
  assert.equal(twice.status, 1)
  assert.ok(!twice.stderr.includes(document))
  const correction = ['--subject', 'registration', '--field', 'name', '--statement', 'Outro nome.']
  const [correctionId = ''] = did('correct', ...person, ...correction).split(/\s+/)

  const waiting = did('requests')
  assert.ok(waiting.includes(disputeId) && waiting.includes(correctionId))
  assert.ok(!waiting.includes(document), 'a list shows documents masked')
  did('answer', correctionId, '--outcome', 'corrected', '--answer', 'Corrigido.')
  did('answer', disputeId, '--outcome', 'removed', '--answer', 'Sem prova.')
  assert.equal(run('answer', disputeId, '--outcome', 'rejected', '--answer', 'x').status, 1)
  await service.passDays(0)
  const status = await service.creditor.status(listing)
  assert.deepEqual([status.at('result.state'), status.at('result.release.code')], ['released', '45'])
})

test('the file of a company has what public registers say of it, read as a service would', async () => {
  const service = await personService('sqlite')
  onTestFinished(service.close)
  const [seed, date] = [3, '2026-10-11' as Day]
  await importSample(service, receita, { companies: 300, seed, date })
  const cnpj = withCheckDigits(`${inventCompany(seed, 250, false).root}0001`)
  const { dataDirectory } = service.place
  const given = spawnSync(
    process.execPath,
    [programs.cli, 'person', 'file', '--document', '-', '--identity', 'Contrato social', '--reason', 'Pediu'],
    {
      encoding: 'utf8',
      input: `${cnpj}\n`,
      env: { ...process.env, INIT_CWD: dataDirectory, LASTRO_DATA: dataDirectory, DATABASE_URL: '' },
    },
  )
  assert.equal(given.status, 0, given.stderr)
  const { publicData } = JSON.parse(given.stdout)
  assert.deepEqual(
    publicData.map(({ source, date: of }: FilePublicData) => [source.name, of]),
    [['receita', date]],
  )
  assert.equal(publicData[0].report.registration.documentNumber, cnpj)
})
