import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import { reportOutline } from '@lastro/reading/report-outline.ts'
import { recordCode } from '@lastro/rules/trail/check-code.ts'
import { afterAll, describe, test } from 'vitest'
import { longestTurnCpuMs } from '../../../../testing/cpu-time.ts'
import { engines } from '../../../../testing/engines.ts'
import { isLong } from '../../../../testing/matrix.ts'
import { pdfFaults } from '../../../../testing/pdf/pdf-faults.ts'
import { pdfPageText, readPdf, readPdfObjects } from '../../../../testing/pdf/pdf-reader.ts'
import {
  type Answer,
  type RunningService,
  runService,
  type Session,
} from '../../../../testing/running-service.ts'
import { people } from '../../sandbox/people.ts'
import { scenarios } from '../../sandbox/test-documents.ts'
import { confirmConsultation } from '../../trail/confirm-consultation.ts'
import { coversAlways, type Source } from '../source.ts'
import { reportPage } from './report-page.ts'
import { reportPdf } from './report-pdf.ts'
import { tableRowsMax } from './row-limit.ts'

const basic = '/sandbox/relatorioBasico/v2/consulta'
const html = { Accept: 'text/html' }
const pdf = { Accept: 'application/pdf' }
const english = { 'Accept-Language': 'en' }

const person = (title: string): string => {
  const found = people.find((one) => one.title.en === title)
  assert.ok(found, title)
  return found.document
}

const asking =
  (service: RunningService, as: Session, path = basic) =>
  (documento: string, headers: Record<string, string>, features: readonly string[] = []): Promise<Answer> =>
    service.call(path, { as, headers, body: { documento, features } })

/** No script, no style but the one that the page's policy names, nothing from elsewhere. */
function assertSafePage(answer: Answer): void {
  assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
  const policy = answer.headers.get('content-security-policy') ?? ''
  assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/)
  assert.doesNotMatch(policy, /script-src|unsafe/)
  assert.doesNotMatch(answer.text, /<script|<img|<link|\sstyle=|\son\w+=|javascript:/i)
}

describe('a report as a document', async () => {
  const service = await runService({ deadlineMs: 300 })
  afterAll(service.close)
  const as = await service.newSession()
  const ask = asking(service, as)

  test('every test document of every product is a page and a PDF, or the same problem as in JSON', async () => {
    for (const { document, title } of scenarios) {
      for (const product of ['relatorioBasico', 'relato', 'relatorioAvancado', 'cadastral']) {
        const path = `/sandbox/${product}/v2/consulta`
        const [asJson, asPage, asPdf] = await Promise.all(
          [{}, html, pdf].map((headers) => asking(service, as, path)(document, headers)),
        )
        assert.ok(asJson && asPage && asPdf)
        assert.deepEqual([asPage.status, asPdf.status], [asJson.status, asJson.status], title.en)
        if (asJson.status >= 300) {
          assert.match(asPage.headers.get('content-type') ?? '', /^application\/problem\+json/)
          assert.match(asPdf.headers.get('content-type') ?? '', /^application\/problem\+json/)
          continue
        }
        assertSafePage(asPage)
        const read = readPdf(asPdf.bytes)
        assert.ok(read.isTagged)
        assert.deepEqual(pdfFaults(readPdfObjects(asPdf.bytes)), [], title.en)
        const [name] = /(?<=<h1><bdi>).*?(?=<\/bdi>)/.exec(asPage.text) ?? []
        assert.equal(read.pages[0]?.find((one) => one.kind === 'H1')?.text, name)
        const headings = [...asPage.text.matchAll(/<h2 [^>]*>(.*?)<\/h2>/g)].map(([, heading]) => heading)
        assert.deepEqual(read.bookmarks, headings)
        for (const [at, page] of read.pages.entries()) {
          assert.match(pdfPageText(page), new RegExp(`Página ${at + 1} de ${read.pages.length}`))
        }
      }
    }
  })

  test('the page says who, what, since when, and what was cut short', async () => {
    const { text } = await ask(person('Many debts'), html)
    assert.match(text, /<html lang="pt-BR">/)
    assert.match(text, /<p class="document">CPF 000\.000\.011-63<\/p>/)
    assert.match(text, /40 ocorrências, R\$\u00a011\.807,80 ao todo, desde \d\d\/\d\d\/\d{4}\./)
    assert.match(text, /A lista mostra 25 de 40/)
    assert.match(text, /<th scope="col" class="right">Valor<\/th>/)
    assert.match(text, /<td data-label="Valor" class="right"><bdi>R\$ 100,00<\/bdi><\/td>/)
    assert.match(text, /Sandbox: pessoas, empresas e dívidas inventadas/)
  })

  test('in English the words are English, and amounts and dates stay Brazilian', async () => {
    const page = await ask(person('Many debts'), { ...html, ...english })
    assert.match(page.text, /<html lang="en">/)
    assert.match(page.text, /40 occurrences, R\$\u00a011\.807,80 in total/)
    const read = readPdf((await ask(person('Many debts'), { ...pdf, ...english })).bytes)
    assert.equal(read.language, 'en')
    assert.match(read.title, /^Basic report: /)
    assert.match(pdfPageText(read.pages.flat()), /40 occurrences/)
  })

  test('a section that failed says why, and the document that it is incomplete', async () => {
    const page = await ask(person('Error in listingR'), html)
    assert.equal(page.status, 203)
    assert.equal(page.headers.get('x-report-sections-degraded'), 'listingR')
    assert.match(
      page.text,
      /class="mark degraded">Relatório incompleto\. Não disponível: Pendências bancárias\./,
    )
    assert.match(page.text, /<p class="missing">Não disponível, porque a fonte /)
    const read = readPdf((await ask(person('Error in listingR'), pdf)).bytes)
    assert.match(pdfPageText(read.pages.flat()), /Não disponível, porque a fonte /)
  })

  test('contact data that the contract does not open is said to be withheld', async () => {
    const { text } = await ask(person('Contact data gated'), html)
    assert.match(text, /não fazem parte deste contrato/)
    assert.doesNotMatch((await ask(person('Clean'), html)).text, /não fazem parte deste contrato/)
  })

  test('an answer says its language, its kind and its name, which is no document number', async () => {
    for (const [accept, extension] of [
      ['text/html', 'html'],
      ['application/pdf', 'pdf'],
    ] as const) {
      const { headers } = await ask(person('Clean'), { Accept: accept })
      assert.equal(headers.get('vary'), 'Accept, Accept-Language')
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(headers.get('content-language'), 'pt')
      assert.match(
        headers.get('content-disposition') ?? '',
        new RegExp(`^inline; filename="relatorioBasico-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\\.${extension}"$`),
      )
      assert.equal(headers.get('x-billed') === null, false)
    }
  })

  test('whoever takes anything gets JSON, and a browser gets the page', async () => {
    const typeFor = async (accept: string) =>
      (await ask(person('Clean'), { Accept: accept })).headers.get('content-type')
    assert.match((await typeFor('*/*')) ?? '', /^application\/json/)
    assert.match((await typeFor('application/json, application/pdf')) ?? '', /^application\/json/)
    assert.match(
      (await typeFor('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')) ?? '',
      /^text\/html/,
    )
    assert.match((await typeFor('application/pdf, application/json;q=0.5')) ?? '', /^application\/pdf$/)
    assert.equal((await ask(person('Clean'), { Accept: 'text/plain' })).status, 406)
  })
})

for (const engine of isLong ? engines : (['sqlite'] as const)) {
  describe(`documents and the trail on ${engine}`, async () => {
    const service = await runService({ engine })
    afterAll(service.close)
    const as = await service.newSession()
    const ask = asking(service, as)
    const wholeTime = { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER }

    const footOf = (text: string) => {
      const [, requestId = ''] = /Identificação da consulta<\/dt><dd><bdi>(.*?)<\/bdi>/.exec(text) ?? []
      const [, code = ''] = /Código de conferência<\/dt><dd><bdi>(.*?)<\/bdi>/.exec(text) ?? []
      return { requestId, code }
    }

    test('one key gives one report in every format, the same bytes each time, billed once', async () => {
      const key = { 'Idempotency-Key': `formats-${engine}` }
      const first = await ask(person('One debt'), { ...key, 'X-Request-Id': 'a-primeira-consulta' })
      const pages = [
        await ask(person('One debt'), { ...key, ...html }),
        await ask(person('One debt'), { ...key, ...html }),
      ]
      const pdfs = [
        await ask(person('One debt'), { ...key, ...pdf }),
        await ask(person('One debt'), { ...key, ...pdf }),
      ]
      assert.equal(first.headers.get('x-billed'), 'true')
      for (const again of [...pages, ...pdfs]) assert.equal(again.headers.get('idempotency-replayed'), 'true')
      assert.equal(pages[0]?.text, pages[1]?.text)
      assert.deepEqual(pdfs[0]?.bytes, pdfs[1]?.bytes)
      const { requestId, code } = footOf(pages[0]?.text ?? '')
      assert.equal(requestId, 'a-primeira-consulta')
      const inPdf = pdfPageText(readPdf(pdfs[0]?.bytes ?? Buffer.alloc(0)).pages.flat())
      assert.ok(inPdf.includes(code) && inPdf.includes(requestId))
      const again = await ask(person('One debt'), key)
      assert.equal(again.text, first.text)
      for (const one of [first, ...pages, ...pdfs, again]) {
        assert.equal(one.headers.get('x-consultation-id'), requestId)
        assert.equal(one.headers.get('x-check-code'), code)
      }
      const keyless = await ask(person('One debt'), {})
      assert.equal(keyless.headers.get('x-check-code'), null)
    })

    test('a key that was first used for a document gives the JSON too', async () => {
      const key = { 'Idempotency-Key': `document-first-${engine}` }
      const page = await ask(person('Clean'), { ...key, ...html })
      const json = await ask(person('Clean'), key)
      assert.equal(json.at('result.document'), person('Clean'))
      assert.equal((await ask(person('Clean'), { ...key, ...html })).text, page.text)
    })

    test('the trail confirms the check code, however it is typed, and no other', async () => {
      const { requestId, code } = footOf((await ask(person('One debt'), html)).text)
      const confirm = (typed: string, id = requestId, environment: 'sandbox' | 'production' = 'sandbox') =>
        confirmConsultation(service.store.trail, environment, { requestId: id, code: typed, ...wholeTime })
      const found = await confirm(code)
      assert.equal(found.kind, 'confirmed')
      assert.equal(found.kind === 'confirmed' && found.consultation.product, 'relatorioBasico')
      assert.equal(found.kind === 'confirmed' && found.consultation.document, person('One debt'))
      const sloppy = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
      assert.equal((await confirm(sloppy)).kind, 'confirmed')
      assert.equal((await confirm('0000-0000-0000')).kind, 'code_differs')
      assert.equal((await confirm(code, 'nobody-asked-this')).kind, 'unknown')
      assert.equal((await confirm(code, requestId, 'production')).kind, 'unknown')
    })

    test('a query that was refused gave no report: the code of its record confirms none', async () => {
      const requestId = `recusada-${engine}`
      const refused = await ask('11144477735', { ...html, 'X-Request-Id': requestId })
      assert.equal(refused.at('code'), 'document_not_in_sandbox')
      const links = await Array.fromAsync(service.store.trail.linksWithin('sandbox', wholeTime))
      const records = links.flatMap((link) => link.records.split('\n'))
      const record = records.find((text) => text.includes(requestId)) ?? ''
      const wanted = { requestId, code: recordCode(record), ...wholeTime }
      const found = await confirmConsultation(service.store.trail, 'sandbox', wanted)
      assert.equal(found.kind, 'not_answered')
    })
  })
}

const attack = '<script>alert(1)</script>'
const longName = `${'EMPRESA DE NOME MUITO COMPRIDO '.repeat(12)}${'X'.repeat(60)}`.slice(0, 400)
const rightToLeft = 'שלום עולם'
const arabic = 'شركة الأمثلة'
const hostileNames = [
  attack,
  longName,
  rightToLeft,
  arabic,
  'A\u0000B\u0007C\u202eD',
  '山田商店 😀',
  '"><img src=x onerror=alert(1)>',
  '{{7*7}} %s (unbalanced \\ bracket',
]

const debtsSource = (names: readonly string[]): Source => ({
  name: 'debts',
  ...coversAlways(['registration', 'listingP']),
  ask: async () => ({
    registration: {
      kind: 'found',
      text: JSON.stringify({ consumerName: names[0], statusRegistration: attack }),
    },
    listingP: {
      kind: 'found',
      text: JSON.stringify({
        listingPResponse: names.map((creditorName, at) => ({
          occurrenceDate: `2026-01-${String((at % 28) + 1).padStart(2, '0')}`,
          legalNature: 'CREDIARIO',
          contractId: `CTR-${at}`,
          creditorName,
          amount: '10.00',
        })),
        summary: { count: String(names.length), balance: `${names.length * 10}.00` },
      }),
    },
  }),
})

async function productionService(names: readonly string[]) {
  const service = await runService({ productionSources: [debtsSource(names)] })
  const as = await service.newSession('production')
  await service.store.clients.setContract(as.clientId, wholeContract)
  const session = await service.call('/oauth/token', {
    body: { grant_type: 'client_credentials', client_id: as.clientId, client_secret: as.clientSecret },
  })
  const signedIn = { ...as, token: String(session.at('access_token')) }
  return { service, ask: asking(service, signedIn, '/relatorioBasico/v2/consulta') }
}

describe('hostile data', async () => {
  const { service, ask } = await productionService(hostileNames)
  afterAll(service.close)

  test('shows as text in the page', async () => {
    const page = await ask(person('Clean'), html)
    assertSafePage({ ...page, text: page.text.replaceAll('&gt;&lt;img src=x onerror=', '') })
    assert.ok(page.text.includes('<h1><bdi>&lt;script&gt;alert(1)&lt;/script&gt;</bdi></h1>'))
    assert.ok(page.text.includes(`<bdi>${longName}</bdi>`))
    assert.ok(page.text.includes(`<bdi>${rightToLeft}</bdi>`))
    assert.ok(page.text.includes('<bdi>A\ufffdB\ufffdC\ufffdD</bdi>'))
    assert.doesNotMatch(page.text.replaceAll('\n', ''), /[\p{Cc}\u202a-\u202e]/u)
  })

  test('shows as text in the PDF, and what the font lacks is said and can be copied', async () => {
    const { bytes } = await ask(person('Clean'), pdf)
    const read = readPdf(bytes)
    assert.deepEqual(pdfFaults(readPdfObjects(bytes)), [])
    assert.equal(read.title, `Relatório básico: ${attack}`)
    const cells = read.pages.flat().filter((one) => one.kind === 'TD')
    const shown = cells.map(({ text, actual }) => actual ?? text)
    for (const name of [
      attack,
      rightToLeft,
      arabic,
      'A\ufffdB\ufffdC\ufffdD',
      '山田商店 😀',
      ...hostileNames.slice(6),
    ])
      assert.ok(shown.includes(name), name)
    const squeezed = shown.map((one) => one.replaceAll(' ', ''))
    assert.ok(squeezed.includes(longName.replaceAll(' ', '')))
    const drawn = cells.find(({ actual }) => actual === '山田商店 😀')?.text ?? ''
    assert.match(drawn, /^□□□□ /)
    assert.match(pdfPageText(read.pages.flat()), /a fonte deste documento não tem o sinal/)
    // Hebrew is drawn from right to left: the glyphs stand in the order of the eye.
    assert.equal(
      cells.find(({ actual }) => actual === rightToLeft)?.text,
      rightToLeft.split('').toReversed().join(''),
    )
  })
})

describe('a report of 5,000 debts', async () => {
  const { service, ask } = await productionService(
    Array.from({ length: tableRowsMax + 1 }, (_, at) => `CREDOR INVENTADO ${at}`),
  )
  afterAll(service.close)

  test('is made while others are served, its heads repeated and its limit said', async () => {
    await ask(person('Clean'), pdf)
    let bytes: Buffer = Buffer.alloc(0)
    const heldMs = await longestTurnCpuMs(async () => {
      bytes = (await ask(person('Clean'), pdf)).bytes
    })
    assert.ok(heldMs < 1_000, `the event loop was held for ${heldMs} ms of CPU time`)
    const read = readPdf(bytes)
    assert.ok(read.pages.length > 100)
    const inTable = read.pages.slice(1, 60)
    for (const page of inTable) {
      const repeated = page.filter((one) => one.kind === 'Artifact').map((one) => one.text)
      assert.ok(repeated.includes('Credor'))
      assert.ok(repeated.includes('Pendências comerciais (continuação)'), repeated.join('|'))
    }
    assert.equal(read.pages.flat().filter((one) => one.kind === 'TH' && one.text === 'Credor').length, 1)
    const text = pdfPageText(read.pages.flat())
    assert.match(text, /Este documento mostra 5000 de 5001 linhas/)
    assert.equal(text.match(/CREDOR INVENTADO 7(?!\d)/g)?.length, 1, 'no row stands in the timeline again')
    assert.match(text, /Cada ocorrência está na sua seção/)
    const [, months = ''] = text.split('Cada ocorrência está na sua seção')
    assert.match(months, /R\$\s[\d.]+,\d\d/)
    assert.match((await ask(person('Clean'), html)).text, /Este documento mostra 5000 de 5001 linhas/)
  })
})

describe('coverage in documents', () => {
  const given = { atMs: Date.UTC(2026, 10, 19, 15), requestId: 'consulta-1', checkCode: 'ABCD-EFGH-JKMN' }
  const empty = (name: string, more = {}) => ({
    [name]: { [`${name}Response`]: [], summary: { count: '0', balance: '0.00' }, ...more },
  })
  const registration = { consumerName: 'TERESA INVENTADA', statusRegistration: 'REGULAR' }
  const names = ['listingP', 'listingR', 'collectionRecords', 'check', 'notary']
  const partial = { coverage: 'partial', creditors: '12' }
  const drawn = async (negativeData: object, notCovered: readonly string[], product = 'relatorioBasico') => {
    const sources = 'listingP=listings@2026-11-19'
    const outline = reportOutline({
      product,
      result: { document: '52998224725', report: { registration, negativeData } },
      language: 'pt',
      meta: { environment: 'production', ...given, notCovered, sources },
    })
    const bytes = await reportPdf(outline, given)
    assert.deepEqual(pdfFaults(readPdfObjects(bytes)), [])
    return { page: reportPage(outline), pdf: pdfPageText(readPdf(bytes).pages.flat()) }
  }
  const plain = (text: string) => text.replace(/\s+/g, ' ')

  test('a section that is not covered has a heading and a sentence, no tick, no zero and no table', async () => {
    const { page, pdf: paper } = await drawn({}, names)
    for (const text of [page, paper].map(plain)) {
      assert.match(text, /Sem dados para dizer se há restrições/)
      assert.match(text, /Não consultado: este serviço não tem dados de protestos\. Isso não quer dizer/)
      assert.doesNotMatch(text, /[Nn]ada consta|<table|class="clear"|>0</)
    }
    assert.match(page, /<p class="uncovered">/)
  })

  test('a partly covered section has a badge with its extent, and the verdict a colour of its own', async () => {
    const { page, pdf: paper } = await drawn(empty('listingP', partial), names.slice(1))
    for (const text of [page, paper].map(plain)) {
      assert.match(text, /Nada consta entre os 12 credores deste serviço/)
      assert.match(text, /Cobertura parcial: 12 credores deste serviço/)
      assert.match(text, /Consultado: dívidas anotadas neste serviço \(dados de 19\/11\/2026\)\./)
      assert.match(text, /Não consultado: Pendências bancárias, /)
    }
    assert.match(page, /<section class="verdict partial"/)
    assert.doesNotMatch(page, /class="(verdict )?clear"/)
  })

  test('a product without negative data has no verdict in either document', async () => {
    const { page, pdf: paper } = await drawn({}, [], 'cadastral')
    assert.doesNotMatch(page, /class="verdict|[Nn]ada consta/)
    assert.doesNotMatch(paper, /[Nn]ada consta|Sem conclusão/)
  })
})
