import { randomUUID } from 'node:crypto'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { SectionAnswers } from '../../features/reports/source.ts'
import {
  type AccountDeps,
  type AskedOfProvider,
  type Provider,
  sectionsFailedBy,
} from '../outward/provider.ts'
import { blockNames, coveredSections } from './map-result.ts'
import { readOrder } from './read-order.ts'

/** A service that takes an order, gives it a protocol number, and has the answer later. It knows its customers by a key. */
export const protocoloProvider: Provider = {
  covers: () => covered,
  openAccount: (deps) => ({ ask: (asked) => order(deps, asked) }),
}

const covered: ReadonlySet<SectionId> = new Set(coveredSections)

async function order({ credentials }: AccountDeps, asked: AskedOfProvider): Promise<SectionAnswers> {
  const { question, query } = asked
  const { document, sections, wholeLists, united, today } = question
  const headers = { 'x-api-key': credentials.apiKey ?? '' }
  const called = await query({
    method: 'POST',
    path: '/consultas',
    // Under its number a repeated order is the same one, and is charged once.
    headers: { ...headers, 'x-pedido': randomUUID() },
    body: JSON.stringify({ documento: document, blocos: blockNames(sections) }),
    isRepeatable: true,
    read: (answer) =>
      readOrder(answer, {
        headers,
        protocol: undefined,
        mapping: { document, sections, whole: wholeLists ? sections : united, today },
      }),
  })
  return called.kind === 'read' ? called.value.answers : sectionsFailedBy(sections, called.fault)
}
