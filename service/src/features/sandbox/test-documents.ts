import type { Product } from '@lastro/contract/reports/products.ts'
import type { SandboxDocument } from '@lastro/contract/sandbox/sandbox-documents.ts'
import type { Language } from '@lastro/contract/text.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, documentType } from '@lastro/rules/documents/document-number.ts'
import { success } from '../../http/reply.ts'
import type { Route } from '../../http/route.ts'
import { companies } from './companies.ts'
import { people } from './people.ts'
import type { Scenario } from './scenario.ts'
import { scenarioStatus } from './scenario-status.ts'

/** Every document the sandbox accepts, and what each shows. */
export const scenarios: readonly Scenario[] = [...people, ...companies]

const byDocument = new Map<string, Scenario>(scenarios.map((scenario) => [scenario.document, scenario]))

export const findScenario = (document: DocumentNumber): Scenario | undefined => byDocument.get(document)

/** Names are the same on every day; the day is only what a scenario is made with. */
const today = '2026-01-01' as Day

function nameOf({ subject }: Scenario): string | undefined {
  const { consumerName, companyName } = subject?.(today).registration ?? {}
  return consumerName ?? companyName
}

export function testDocuments(products: readonly Product[], language: Language): SandboxDocument[] {
  return scenarios.map((scenario) => {
    const type = documentType(scenario.document)
    const accepting = products.filter((one) => one.documentTypes.includes(type))
    const name = nameOf(scenario)
    return {
      documento: scenario.document,
      documentType: type,
      ...(name !== undefined && { name }),
      title: scenario.title[language],
      shows: scenario.shows[language],
      status: Object.fromEntries(accepting.map((one) => [one.code, scenarioStatus(scenario, one)])),
      products: accepting.map((one) => one.code),
    }
  })
}

/** Anyone may read the list: it holds nobody's data, and a newcomer needs it first. */
export const testDocumentsRoute = (products: readonly Product[]): Route => ({
  operation: 'sandboxDocumentos',
  method: 'GET',
  path: '/sandbox/documentos',
  produces: ['application/json'],
  handle: ({ language }) => success({ documents: testDocuments(products, language) }),
})
