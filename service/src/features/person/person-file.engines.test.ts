import assert from 'node:assert/strict'
import type { PersonFile } from '@lastro/contract/person/person-file.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { pdfFaults } from '../../../testing/pdf/pdf-faults.ts'
import { readPdf, readPdfObjects } from '../../../testing/pdf/pdf-reader.ts'
import { cleanPerson, debt, dividas } from '../../../testing/services/listing-service.ts'
import { identity, loadedSubject, personService } from '../../../testing/services/person-service.ts'
import { fileOutline } from './words/file-outline.ts'

const other = '12345678909'
const third = withCheckDigits('000000771')
const fourth = withCheckDigits('000000772')
const fifth = withCheckDigits('000000773')
const sixth = withCheckDigits('000000774')
const basic = '/relatorioBasico/v2/consulta'
const guarantor = {
  documento: other,
  name: 'BRUNO AVALISTA DE EXEMPLO',
  birthDate: '1979-01-02',
  address: debt.address,
  contact: { email: 'bruno@exemplo.com.br' },
}

/** Loaded, and listed here, where it has ended. */
const endedHere = {
  ...loadedSubject.negativeItems[0],
  contractId: 'ct / 2',
  creditorName: 'Loja',
  occurrenceDate: '2025-03-01',
}

for (const engine of engines) {
  describe(`what is held of a person on ${engine}`, async () => {
    const service = await personService(engine)
    afterAll(service.close)
    const { creditor, reader, operate, file, acts } = service
    await service.load({ ...loadedSubject, negativeItems: [...loadedSubject.negativeItems, endedHere] })
    const id = await service.published({ contractId: 'CT-1' })
    const guarantorId = String((await creditor.act(id, 'avalistas', guarantor)).at('result.id'))
    const refused = await creditor.insert({ contractId: 'CT-LOW', amount: '9.99' })
    assert.equal(refused.status, 422)
    const withdrawn = await creditor.inserted({ contractId: 'CT-2' })
    await creditor.act(withdrawn, 'baixa', { reason: '03' })
    await service.runJobs()
    await reader.call(basic, {
      body: { documento: cleanPerson },
      headers: { 'x-finalidade': 'credit_grant' },
    })

    test('registration with its source; loaded data, also what is kept and not shown', async () => {
      const { registration, loaded } = await file()
      assert.equal(registration?.source.name, 'bureau')
      assert.match(registration?.source.contact ?? '', /0800/)
      assert.equal(registration?.data.motherName, 'MARIA DE EXEMPLO')
      assert.equal(registration?.data.phones?.length, 1)
      assert.deepEqual(
        loaded.debts.map(({ contractId, shown, shownUntil }) => [contractId, shown, shownUntil]),
        [
          ['ct / 2', false, '2030-03-01'],
          ['B-1', true, '2030-02-01'],
          ['B-SILENT', false, '2030-01-01'],
          ['B-OLD', false, '2024-02-01'],
        ],
      )
      assert.equal(loaded.protests.length, 1)
    })

    test('listings in every state, with notices and history, as principal and as guarantor', async () => {
      const { listings } = await file()
      const states = Object.fromEntries(
        listings.map(({ listing }) => [listing.contractId ?? '', listing.state]),
      )
      assert.deepEqual(states, { 'CT-1': 'published', 'CT-2': 'withdrawn', 'CT-LOW': 'refused' })
      const [shown] = listings.filter(({ listing }) => listing.id === id)
      assert.match(shown?.listing.notices[0]?.text ?? '', /ANA CLARA DE EXEMPLO/)
      assert.ok(shown?.listing.history.some(({ change }) => change === 'published'))
      assert.equal(shown?.clientName, 'Teste')

      const { listings: ofGuarantor } = await file(other)
      assert.deepEqual(
        ofGuarantor.map(({ role, listing }) => [role, listing.id]),
        [['guarantor', guarantorId]],
      )
    })

    test('nothing of anybody else who owes the same debt', async () => {
      const text = JSON.stringify(await file())
      assert.ok(!text.includes(other) && !text.includes('BRUNO'))
      const ofGuarantor = JSON.stringify(await file(other))
      assert.ok(!ofGuarantor.includes(cleanPerson))
    })

    test('which consultation ended in an automated decision, what stands, and how to have it reviewed', async () => {
      const policy = {
        name: 'everybody',
        title: { pt: 'Todos', en: 'Everybody' },
        documentTypes: ['CPF'],
        report: { product: 'relatorioBasico' },
        rules: [
          {
            id: 'closed',
            when: { value: 'registration.status', is: 'closed' },
            outcome: 'decline',
            whenUnknown: 'skip',
            reason: { pt: 'Encerrado.', en: 'Closed.' },
          },
        ],
        otherwise: { outcome: 'approve', reason: { pt: 'Nada impede.', en: 'Nothing in the way.' } },
        whenSectionFails: 'rules',
      }
      assert.equal((await reader.call('/politicas/v2', { body: policy })).status, 201)
      const request = { documento: third, policy: 'everybody' }
      const decided = await reader.call('/decisoes/v2', { body: request })
      assert.equal(decided.status, 201, decided.text)
      const id = String(decided.at('result.id'))
      await reader.call(basic, { body: { documento: third } })
      const { consultations } = await file(third)
      assert.deepEqual(
        consultations.all.map(({ decision }) => decision),
        [undefined, { id, outcome: 'approve', reviewed: false }],
      )
      await reader.call(`/decisoes/v2/${id}/revisao`, {
        body: { outcome: 'decline', reason: 'Documento falso.', by: 'Maria' },
        headers: { 'If-Match': '"1"' },
      })
      const reviewed = await file(third)
      assert.deepEqual(reviewed.consultations.all[1]?.decision, { id, outcome: 'decline', reviewed: true })
      assert.doesNotMatch(JSON.stringify(reviewed.consultations), /Documento falso|Maria/)
      const said = JSON.stringify(fileOutline(reviewed, 'pt', undefined).sections)
      assert.match(said, /recusado, depois de revista por uma pessoa/)
      assert.match(said, new RegExp(`pedir a .* os critérios e que uma pessoa reveja.*Diga o número ${id}`))
    })

    test('nobody sees what was decided on somebody else under the same request id', async () => {
      const headers = { 'x-request-id': 'minha-fila-01' }
      const decide = (documento: string) =>
        reader.call('/decisoes/v2', { body: { documento, policy: 'everybody' }, headers })
      const ids = [await decide(fourth), await decide(fifth)].map((one) => String(one.at('result.id')))
      await reader.call(basic, { body: { documento: sixth }, headers })
      const decided = async (document: string) =>
        (await file(document)).consultations.all.map(({ decision }) => decision?.id)
      assert.deepEqual(
        [await decided(fourth), await decided(fifth), await decided(sixth)],
        [[ids[0]], [ids[1]], [undefined]],
      )
    })

    test('who consulted in six months, and why; not before, and looking at the file is none', async () => {
      const { consultations } = await file()
      const [last] = consultations.all
      assert.equal(last?.clientName, 'Teste')
      assert.deepEqual([last?.purpose.code, last?.shown], ['credit_grant', true])
      assert.equal(consultations.from, '2026-05-27')
      const counted = consultations.all.length
      await file()
      assert.equal((await file()).consultations.all.length, counted)
    })

    test('the request for access keeps both dates, and is in the file itself', async () => {
      const { access, requests } = await file()
      assert.equal(access.givenAt, access.requestedAt)
      assert.equal(access.completeBy, '2026-12-12')
      const own = requests.find((one) => one.id === access.requestId)
      assert.deepEqual([own?.outcome, own?.identity, own?.openedBy], ['given', identity, 'Olívia Operadora'])
    })

    test('every way to the file is on record: no document, and the request that it was', async () => {
      const { access } = await file()
      const all = await acts()
      const act = all.find((one) => one.target === access.requestId)
      assert.deepEqual([act?.operation, act?.outcome], ['operadorTitularArquivo', 'done'])
      assert.ok(!JSON.stringify(all).includes(cleanPerson))
      assert.ok(!service.logLines.some((line) => line.includes(cleanPerson)))
    })

    test('a document nobody knows has an empty file, a mask is taken, a wrong one is refused and recorded', async () => {
      const empty = await file('000.000.001-91')
      assert.equal(empty.documento, '00000000191')
      assert.deepEqual(
        [empty.registration, empty.listings, empty.loaded.debts, empty.consultations.all, empty.monitoring],
        [undefined, [], [], [], []],
      )
      const wrong = await operate('/titular/arquivo', {
        body: { documento: '52998224724', identity, reason: 'Pedido' },
      })
      assert.equal(wrong.at('code'), 'document_invalid')
      assert.ok(!wrong.text.includes('52998224724'))
      assert.ok((await acts()).some((one) => one.outcome === 'document_invalid'))
      for (const [field, sent] of Object.entries({ identity: ' ', reason: '', documento: 1 })) {
        const answer = await operate('/titular/arquivo', {
          body: { documento: cleanPerson, identity, reason: 'Pedido', [field]: sent },
        })
        assert.equal(answer.at('errors.0.field'), field)
      }
    })

    test('the sandbox holds invented people: nothing of it is in a file', async () => {
      const session = await service.newSession('sandbox')
      await service.call(`/sandbox${dividas}`, { as: session, body: { ...debt, contractId: 'SANDBOX' } })
      await service.call(`/sandbox${basic}`, { as: session, body: { documento: cleanPerson } })
      const text = JSON.stringify(await file())
      assert.ok(!text.includes('SANDBOX') && !text.includes(session.clientId))
    })

    test('who watches the document is in the file', async () => {
      const watched = await reader.call('/alertas/v2/documentos', { body: { documento: cleanPerson } })
      assert.equal(watched.status, 201, watched.text)
      assert.deepEqual(
        (await file()).monitoring.map((one) => one.clientId),
        [reader.session.clientId],
      )
    })

    test('the letter says the same in plain Portuguese, for reading aloud and for keeping', async () => {
      const answer = await operate('/titular/arquivo', {
        body: { documento: cleanPerson, identity, reason: 'Pedido' },
        headers: { Accept: 'application/pdf', 'Accept-Language': 'en' },
      })
      assert.equal(answer.status, 200)
      assert.match(
        answer.headers.get('content-disposition') ?? '',
        /^attachment; filename="arquivo-[\w-]+\.pdf"$/,
      )
      assert.deepEqual(pdfFaults(readPdfObjects(answer.bytes)), [])
      const letter = readPdf(answer.bytes)
      assert.deepEqual([letter.title, letter.language], ['O que consta sobre você', 'pt-BR'])
      const said = letter.pages.flatMap((page) => page.map(({ text }) => text)).join(' ')
      for (const words of [
        'ANA CLARA DE EXEMPLO',
        'MARIA DE EXEMPLO',
        'LOJA LTDA',
        'LOJA ANTIGA',
        'R$ 1.520,33',
        'Concessão ou renovação de crédito',
        'comunicado enviado a você',
        '0800 000 0000',
      ]) {
        assert.ok(said.includes(words), words)
      }
      assert.deepEqual(letter.bookmarks.slice(0, 2), ['Cadastro', 'Anotações de credores'])
    })

    test('a company has its own file, with what it is made of; a partner is told which companies name it', async () => {
      const documento = '11444777000161'
      await service.load({
        documento,
        registration: { companyName: 'EMPRESA DE EXEMPLO LTDA', foundationDate: '2010-01-02' },
        identification: { companyName: 'EMPRESA DE EXEMPLO LTDA', numberEmployees: '12' },
        partners: {
          partnersList: [{ documentType: 'CPF', documentId: cleanPerson, name: 'ANA CLARA DE EXEMPLO' }],
        },
      })
      const { company, documentType } = await file(documento)
      assert.equal(documentType, 'CNPJ')
      assert.equal(company?.identification?.numberEmployees, '12')
      assert.equal(company?.partners?.partnersList?.length, 1)
      assert.deepEqual(
        (await file()).participations.map((one) => one.companyDocument),
        [documento],
      )
      const letter = await operate('/titular/arquivo', {
        body: { documento, identity, reason: 'Pedido' },
        headers: { Accept: 'application/pdf' },
      })
      assert.deepEqual(pdfFaults(readPdfObjects(letter.bytes)), [])
      assert.equal(readPdf(letter.bytes).title, 'O que consta sobre a empresa')
    })

    test('what no report shows is not said to be shown: told earlier by a load, or owed by a child', async () => {
      const documento = withCheckDigits('000000775')
      const listed = await service.published({ documento, contractId: 'CT-1', dueDate: '2023-06-10' })
      const visible = async () =>
        (await file(documento)).listings.find(({ listing }) => listing.id === listed)?.listing.visible
      assert.equal(await visible(), true)
      const [noticed] = loadedSubject.negativeItems
      const earlier = { ...noticed, contractId: 'ct 1', creditorName: 'Loja', occurrenceDate: '2021-06-10' }
      await service.load({ documento, negativeItems: [earlier] })
      assert.equal(await visible(), false)
      const child = withCheckDigits('000000776')
      const registration = { consumerName: 'LIA DE EXEMPLO', birthDate: '2012-05-01' }
      await service.load({ documento: child, registration, negativeItems: [noticed] })
      const { loaded } = await file(child)
      assert.deepEqual(
        loaded.debts.map(({ contractId, shown }) => [contractId, shown]),
        [['B-1', false]],
      )
      const seen = await reader.call(basic, { body: { documento: child } })
      assert.deepEqual(seen.at('result.report.negativeData.listingP.listingPResponse'), [], seen.text)
    })

    test('loaded data whose coverage was withdrawn is in the file, and not said to be shown', async () => {
      const documento = withCheckDigits('000000775')
      const { bureauCoverage } = service.store
      const protests = [{ occurrenceDate: '2026-01-05', amount: '77.00' }]
      const negativeItems = [{ ...loadedSubject.negativeItems[0], contractId: 'CT-KEPT' }]
      await service.load({ documento, negativeItems })
      await service.load(
        { documento, protests },
        {
          covers: [{ section: 'notary', documentType: 'CPF' }],
          extent: 'complete',
          asOf: '2026-09-01' as Day,
          until: '2099-12-31' as Day,
          declaredBy: 'teste',
        },
      )
      const shownIn = async () => {
        const { loaded } = await file(documento)
        return [...loaded.debts, ...loaded.protests].map(({ shown }) => shown)
      }
      assert.deepEqual(await shownIn(), [true, true])
      for (const { id } of (await bureauCoverage.list()).filter(({ section }) => section === 'notary'))
        await bureauCoverage.withdraw(id, { name: 'teste', nowMs: 0 })
      assert.deepEqual(await shownIn(), [true, false])
    })

    test('a consultation older than six months is not told', async () => {
      await service.passDays(200)
      const { consultations }: PersonFile = await file()
      assert.deepEqual(consultations.all, [])
    })
  })
}
