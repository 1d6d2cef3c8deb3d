import assert from 'node:assert/strict'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { test } from 'vitest'
import type { DeclaredSource } from '../../features/declared-sources/declared-source.ts'
import type { Question } from '../../features/reports/source.ts'
import type { OutwardCalls } from './outward-calls.ts'
import type { Called, OutwardRequest } from './outward-request.ts'
import { outwardSource } from './outward-source.ts'
import { type Provider, type ProviderReport, sectionsFailedBy } from './provider.ts'

const person = withCheckDigits('800000001')
const other = withCheckDigits('800000002')

const declared = { name: 'parceiro', id: 'fon_1', sections: undefined, priceCents: 0 } as DeclaredSource

const clock = { nowMs: () => 0 }

const question: Question = {
  document: person,
  sections: ['score'],
  wholeLists: false,
  united: [],
  contactData: true,
  today: '2026-11-16' as Day,
  asker: {
    clientId: 'cli_1',
    terms: [{ source: 'parceiro', paidBy: 'operator' }],
    requestId: 'req_1',
    mode: 'call',
  },
  signal: new AbortController().signal,
}

/** Answers whatever it is asked, as often as it takes. */
const calls: Pick<OutwardCalls, 'call'> = {
  call: async (request) => {
    let read = request.read({ status: 200, headers: {}, json: {} })
    while (read.kind === 'pending') read = read.next.read({ status: 200, headers: {}, json: {} })
    return read
  },
}

/** A mapping of ours that has gone wrong: it takes for the person whoever the provider names, after so many steps. */
const mistaken = (named: DocumentNumber, steps: number): Provider => {
  const request = (left: number): OutwardRequest<ProviderReport> => ({
    method: 'GET',
    path: '/',
    headers: {},
    isRepeatable: false,
    read: () =>
      left === 0
        ? { kind: 'read', value: { document: named, answers: { score: { kind: 'found', text: '{}' } } } }
        : { kind: 'pending', next: request(left - 1) },
  })
  const answersOf = (called: Called<ProviderReport>) =>
    called.kind === 'read' ? called.value.answers : sectionsFailedBy(['score'], called.fault)
  return {
    covers: () => new Set(['score']),
    openAccount: () => ({ ask: async ({ query }) => answersOf(await query(request(steps))) }),
  }
}

test("another document's answer is refused, however many answers came before it", async () => {
  const ask = async (named: DocumentNumber, steps: number) => {
    const provider = mistaken(named, steps)
    const account = provider.openAccount({ credentials: {}, clock, call: calls.call as never })
    const source = outwardSource({
      declared,
      provider,
      calls,
      accountOf: async () => account,
      store: { spend: async () => true, giveBack: async () => undefined },
      clock,
    })
    return (await source.ask(question)).score
  }
  for (const steps of [0, 1, 3]) {
    assert.deepEqual(await ask(person, steps), { kind: 'found', text: '{}' })
    assert.deepEqual(await ask(other, steps), { kind: 'failed', code: 'source_answer_invalid' })
  }
})
