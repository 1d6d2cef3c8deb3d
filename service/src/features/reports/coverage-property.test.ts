import assert from 'node:assert/strict'
import { type PolicyValueName, policyValues } from '@lastro/contract/policies/policy-values.ts'
import { type FeatureCode, features, type Product, products } from '@lastro/contract/reports/products.ts'
import { type SectionId, sectionIds, sectionName, sections } from '@lastro/contract/reports/sections.ts'
import { reportOutline } from '@lastro/reading/report-outline.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { readingFor } from '@lastro/rules/policies/values/report-reading.ts'
import { valueReader } from '@lastro/rules/policies/values/value-reader.ts'
import fc from 'fast-check'
import { test } from 'vitest'
import { answerCoverage, dueFeatures, isProductDue } from './coverage.ts'
import { reportPage } from './document/report-page.ts'
import type { PublishedListing } from './query/add-listings.ts'
import { assembleReport } from './query/assemble-report.ts'
import { planReport } from './query/plan-report.ts'
import { priceOf } from './query/query-context.ts'
import type { ReportEnvironment } from './query/report-environment.ts'
import { reportReply } from './query/report-reply.ts'
import { answerSections } from './query/sections/answer-sections.ts'
import { listingSectionOf } from './query/sections/listing-sections.ts'
import { degradedHeaderName, notCoveredHeaderName } from './query/sections/report-sources.ts'
import { failed, type SectionAnswer, type SectionAnswers, type Source, uncovered } from './source.ts'

const today = '2026-11-19' as Day
const person = '52998224725' as DocumentNumber
const company = '11222333000181' as DocumentNumber
const prices = Object.fromEntries(
  [...products.map(({ code }) => code), ...Object.keys(features)].map((code, at) => [code, 2 ** at]),
)

/** A source's possible answers to a section: none, empty or filled, complete or partial, or a failure. */
const answerOf = (id: SectionId): fc.Arbitrary<SectionAnswer | undefined> => {
  const text = foundTexts[id]
  const partial = fc.constantFrom({}, { isPartial: true as const })
  return fc.oneof(
    fc.constant(undefined),
    fc.constant(uncovered),
    fc.constant(failed('source_timeout')),
    partial.map((part) => ({ kind: 'nothing' as const, ...part })),
    partial.map((part) => ({ kind: 'found' as const, text, ...part })),
  )
}

const item = { occurrenceDate: '2026-03-10', amount: '77.00', creditorName: 'LOJA', contractId: 'CT-1' }
const oneItem = (name: string, of: object = item) =>
  JSON.stringify({ [`${name}Response`]: [of], summary: { count: '1', balance: '77.00' } })
const foundTexts: Readonly<Record<SectionId, string>> = {
  ...(Object.fromEntries(sectionIds.map((id) => [id, oneItem(sectionName(id))])) as Record<
    SectionId,
    string
  >),
  registration: '{"consumerName":"ANA","statusRegistration":"REGULAR"}',
  addresses: '[{"city":"RECIFE"}]',
  phones: '[{"phoneNumber":"30009999"}]',
  identificationReport: '{"companyName":"ANA LTDA","statusRegistration":"ATIVA"}',
  QSAReport: '{"companyData":{"socialCapitalValue":"10.00"}}',
  score: '{"score":"700"}',
}

type Case = {
  readonly product: Product
  readonly document: DocumentNumber
  readonly codes: readonly FeatureCode[]
  readonly answers: readonly SectionAnswers[]
  readonly creditors: number
  readonly isListed: boolean
}

const cases: fc.Arbitrary<Case> = fc
  .constantFrom(...products)
  .chain((product) =>
    fc.record({
      product: fc.constant(product),
      document: fc.constantFrom(
        ...[person, company].filter((one) => product.documentTypes.includes(typeOf(one))),
      ),
      codes: fc.subarray(Object.keys(product.features) as FeatureCode[]),
      answers: fc.array(
        fc.record(
          Object.fromEntries(sectionIds.map((id) => [id, answerOf(id)])) as Record<
            SectionId,
            fc.Arbitrary<SectionAnswer | undefined>
          >,
        ),
        { minLength: 1, maxLength: 2 },
      ) as fc.Arbitrary<readonly SectionAnswers[]>,
      creditors: fc.constantFrom(0, 0, 12),
      isListed: fc.boolean(),
    }),
  )
  .map((one) => ({
    ...one,
    codes: one.codes.filter((code) => one.product.features[code]?.includes(typeOf(one.document))),
  }))

const typeOf = (document: DocumentNumber) => (document.length === 14 ? 'CNPJ' : 'CPF')

/** A source that has the data of the case and declares nothing else. */
const sourceOf = (answers: SectionAnswers, at: number): Source => {
  const covered = new Set(sectionIds.filter((id) => answers[id] !== undefined))
  return {
    name: `source${at}`,
    covers: () => covered,
    declares: () => undefined,
    ask: ({ sections: asked }) => Object.fromEntries(asked.map((id) => [id, answers[id] ?? uncovered])),
  }
}

const listing: PublishedListing = {
  id: 'a',
  version: 1,
  section: 'listingP',
  occurrenceDate: '2026-03-10' as Day,
  legalNatureId: 'CP',
  legalNature: 'CRED PESSOAL',
  contractId: 'L-1',
  creditorName: 'LOJA DAQUI',
  amount: '50.00',
  legalSquare: undefined,
  federalUnit: undefined,
  isPrincipal: true,
  isSubJudice: false,
  isDisputed: false,
}

async function answered({ product, document, codes, answers, creditors, isListed }: Case) {
  const scopes = new Set(['contact-data'])
  const plan = planReport(product, codes, typeOf(document), { scopes, withheld: [] })
  const environment: ReportEnvironment = {
    sources: answers.map(sourceOf),
    creditors: () => (isListed ? Math.max(creditors, 1) : creditors),
    precedence: {},
    accepts: () => true,
    withheldScopes: () => [],
    readListings: () => ({ shown: isListed ? [listing] : [], held: [] }),
  }
  const asked = { clientId: 'c', contract: {} as never, asking: { mode: 'call', requestId: 'r' } as const }
  const out = await answerSections({ deadlineMs: 1_000, onSourceError: () => undefined }, environment, {
    ...asked,
    document,
    plan,
    today,
  })
  return { plan, environment, ...out }
}

/** The planned sections that neither a source of the case nor listings cover. */
function uncoveredIn(
  { answers, creditors, isListed }: Case,
  ids: readonly SectionId[],
): readonly SectionId[] {
  return ids.filter((id) => {
    const isOurs = listingSectionOf[id] !== undefined && (isListed || creditors > 0)
    return !isOurs && answers.every((of) => of[id] === undefined || of[id]?.kind === 'uncovered')
  })
}

const nothingAnywhere =
  /Nada consta(?! (?:entre os|junto ao único credor))|Nothing on file(?! (?:among the|with the only creditor))/i

/** Members of a block that are sections of their own, or describe the answer. */
const aboutOthers = new Set(['error', 'coverage', 'addresses', 'phones'])

const memberAt = (report: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], report)

const runs = { numRuns: 400 }

test('an uncovered section is absent, named and not billed, whatever else the report contains', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (of) => {
      const { plan, answers, sources, doubtful } = await answered(of)
      const uncoveredIds = uncoveredIn(of, plan.sections)
      const assembled = assembleReport(plan, answers, 'pt', doubtful)
      const reply = reportReply(of.document, assembled, sources)
      const due = {
        product: of.product,
        isProductDue: isProductDue(of.product, answers),
        paidFeatures: dueFeatures(of.codes, plan, answers),
      }
      const price = priceOf(due, prices)
      if ('code' in reply) {
        if (reply.code !== 'report_not_covered') return
        assert.ok(plan.sections.every((id) => id === 'inquiry' || answerCoverage(id, answers[id]) === 'none'))
        return
      }
      const { report } = JSON.parse(reply.body).result
      const named = reply.headers?.[notCoveredHeaderName]?.split(', ') ?? []
      for (const id of uncoveredIds) {
        // Addresses and phones that failed are reported by the registration's own error.
        const shown = Object.keys(memberAt(report, sections[id].path) ?? {}).filter(
          (name) => !aboutOthers.has(name),
        )
        assert.deepEqual(shown, [], id)
        assert.ok(named.includes(sectionName(id)), `${id} is not named`)
        assert.ok(!sources.includes(`${sectionName(id)}=`), `${id} in ${sources}`)
      }
      const own = of.product.sections.filter((id) => id !== 'inquiry')
      if (own.every((id) => uncoveredIds.includes(id))) assert.equal(due.isProductDue, false)
      for (const code of of.codes) {
        const adds = (features[code].adds as readonly SectionId[]).filter((id) => plan.sections.includes(id))
        if (adds.length > 0 && adds.every((id) => uncoveredIds.includes(id)))
          assert.equal(Math.floor(price / (prices[code] ?? 1)) % 2, 0, `${code} is billed`)
      }
    }),
    runs,
  )
})

test('no text for people says that nothing is on file in a section that is not covered completely', async () => {
  await fc.assert(
    fc.asyncProperty(cases, fc.constantFrom('pt' as const, 'en' as const), async (of, language) => {
      const { plan, answers, sources, doubtful } = await answered(of)
      const reply = reportReply(of.document, assembleReport(plan, answers, language, doubtful), sources)
      if ('code' in reply) return
      const outline = reportOutline({
        product: of.product.code,
        result: JSON.parse(reply.body).result,
        language,
        meta: {
          environment: 'production',
          requestId: 'r',
          atMs: Date.parse('2026-11-19T12:00:00-03:00'),
          sources,
          notCovered: reply.headers?.[notCoveredHeaderName]?.split(', '),
          degradedSections: reply.headers?.[degradedHeaderName]?.split(', '),
        },
      })
      const isWhole = (id: SectionId) => answerCoverage(id, answers[id]) === 'complete'
      for (const { id, isNothing } of outline.sections) if (isNothing) assert.ok(isWhole(id), id)
      const negative = of.product.sections.filter((id) => sections[id].path[0] === 'negativeData')
      if (outline.verdict?.severity === 'clear')
        assert.ok(negative.length > 0 && negative.every(isWhole), JSON.stringify(outline.verdict))
      for (const { id } of outline.totals.bySection) assert.ok(answers[id as SectionId] !== undefined)
      // The page is rendered from the outline, and must neither lose nor add anything.
      const page = reportPage(outline)
      // "Among the creditors of this service" does not mean everywhere.
      const isEmpty = (id: SectionId) => isWhole(id) && answers[id]?.kind === 'nothing'
      if (!plan.sections.some(isEmpty)) assert.doesNotMatch(page, nothingAnywhere)
    }),
    runs,
  )
})

test('no policy reads an exact count or sum from sections that are not all covered completely', async () => {
  const counted = (Object.keys(policyValues) as PolicyValueName[]).filter(
    (name) =>
      policyValues[name].sections.length > 0 &&
      policyValues[name].sections.every((id) => sections[id].whenNothing !== undefined),
  )
  assert.ok(counted.includes('negative.sum') && counted.includes('sanctions.count'))
  await fc.assert(
    fc.asyncProperty(cases, async (of) => {
      const { plan, answers, sources, doubtful } = await answered(of)
      const reply = reportReply(of.document, assembleReport(plan, answers, 'pt', doubtful), sources)
      if ('code' in reply) return
      const reading = readingFor({
        documentType: typeOf(of.document),
        report: JSON.parse(reply.body).result.report,
        degradedSections: reply.headers?.[degradedHeaderName]?.split(', ') ?? [],
        sent: {},
        today,
      })
      for (const name of counted) {
        // Each of the two reports has its own variant of a listing section and shows only that one.
        const isWhole = [...new Set(policyValues[name].sections.map(sectionName))].every((section) =>
          plan.sections.some(
            (id) => sectionName(id) === section && answerCoverage(id, answers[id]) === 'complete',
          ),
        )
        const { least, most } = valueReader({ value: name })(reading)
        if (!isWhole) assert.ok(least !== most, `${name} is exactly ${least}`)
      }
    }),
    runs,
  )
})
