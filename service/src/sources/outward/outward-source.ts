import type { SourceTerm } from '@lastro/contract/clients/client-contract.ts'
import { type DocumentType, type SectionId, sections } from '@lastro/contract/reports/sections.ts'
import { monthAt } from '@lastro/rules/calendar/month.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { Clock } from '../../clock.ts'
import type { DeclaredSource } from '../../features/declared-sources/declared-source.ts'
import type { SourceStore } from '../../features/declared-sources/source-store.ts'
import {
  type Asker,
  answerAll,
  type CallCosts,
  failed,
  type Question,
  type SectionAnswers,
  type Source,
} from '../../features/reports/source.ts'
import type { SourceTally } from '../../features/reports/source-tally.ts'
import type { Budget, OutwardCalls } from './outward-calls.ts'
import { failedBy, type OutwardRequest } from './outward-request.ts'
import { type Provider, type ProviderAccount, type ProviderReport, sectionsFailedBy } from './provider.ts'
import { type CopyDeps, copiesAlone, findCopies, keepCopies, withCopies } from './stored-copies.ts'

export type OutwardSourceDeps = {
  readonly declared: DeclaredSource
  readonly provider: Provider
  readonly calls: Pick<OutwardCalls, 'call'>
  /** What the credentials of a client open, or those of the operator; undefined where there are none. */
  readonly accountOf: (clientId: string | undefined) => Promise<ProviderAccount | undefined>
  readonly store: Pick<SourceStore, 'spend' | 'giveBack'>
  /** Undefined where nobody keeps any. */
  readonly copies?: CopyDeps
  readonly clock: Clock
  readonly tally?: SourceTally
}

/** A provider as a source of reports: asked for whoever's contract names it, and paid by whom it says. */
export function outwardSource(deps: OutwardSourceDeps): Source {
  const { declared, provider, tally } = deps
  const covered: Readonly<Record<DocumentType, ReadonlySet<SectionId>>> = {
    CPF: coveredOf(deps, 'CPF'),
    CNPJ: coveredOf(deps, 'CNPJ'),
  }
  return {
    name: declared.name,
    covers: (type) => covered[type],
    declares: (type, section) => (covered[type].has(section) ? { extent: 'complete' } : undefined),
    ask: (question) => {
      const terms = question.asker?.terms.find(({ source }) => source === declared.name)
      return question.asker === undefined || terms === undefined
        ? answerAll(question.sections, failed('source_unavailable'))
        : askFor(deps, question, question.asker, terms)
    },
    ...(tally !== undefined && { tally }),
  }

  function coveredOf({ declared: { sections: chosen } }: OutwardSourceDeps, type: DocumentType) {
    const all = [...provider.covers(type)].filter((id) => sections[id].documentTypes.includes(type))
    return new Set(chosen === undefined ? all : all.filter((id) => chosen.includes(id)))
  }
}

/**
 * A copy answers where the source fails, and in its place where nobody pays for calling it, or has paid already. Where
 * calling it is not paid for, by budget or by credentials, nothing has failed, and what would be bought is not given.
 */
async function askFor(
  deps: OutwardSourceDeps,
  question: Question,
  asker: Asker,
  terms: SourceTerm,
): Promise<SectionAnswers> {
  const of = { sourceId: deps.declared.id, question, asker, terms }
  const copies = await findCopies(deps.copies, of)
  if (asker.mode === 'copies') return copiesAlone(question, copies, asker.bought?.[deps.declared.name])
  if (asker.mode === 'repeat' && copies.size === question.sections.length)
    return copiesAlone(question, copies)
  question.standIn?.(withCopies(sectionsFailedBy(question.sections, 'timeout'), copies))
  // Of before the call: what is corrected meanwhile ends the copy.
  const askedAtMs = deps.clock.nowMs()
  const { answers, isUnpaid } = await called(deps, question, asker, terms)
  keepCopies(deps.copies, of, answers, askedAtMs)
  return isUnpaid ? answers : withCopies(answers, copies)
}

async function called(
  deps: OutwardSourceDeps,
  question: Question,
  { clientId, costs }: Asker,
  terms: SourceTerm,
): Promise<{ readonly answers: SectionAnswers; readonly isUnpaid: boolean }> {
  const account = await deps.accountOf(terms.paidBy === 'client' ? clientId : undefined)
  if (account === undefined)
    return { answers: sectionsFailedBy(question.sections, 'credentials_missing'), isUnpaid: true }
  const budget = budgetOf(deps, clientId, terms, costs)
  let isUnpaid = false
  const query = async (request: OutwardRequest<ProviderReport>) => {
    const of = { clientId, signal: question.signal, budget }
    const ended = await deps.calls.call(aboutDocument(request, question.document), of)
    if (ended.kind === 'failed' && ended.fault === 'budget_spent') isUnpaid = true
    return ended
  }
  const answers = await account.ask({ question, query })
  return { answers, isUnpaid }
}

/** Refuses what is said of another document than the one that was asked for, at once or after it was waited for. */
const aboutDocument = (
  request: OutwardRequest<ProviderReport>,
  document: DocumentNumber,
): OutwardRequest<ProviderReport> => ({
  ...request,
  read: (answer) => {
    const read = request.read(answer)
    if (read.kind === 'pending') return { ...read, next: aboutDocument(read.next, document) }
    return read.kind === 'read' && read.value.document !== document ? failedBy('other_document') : read
  },
})

function budgetOf(
  { declared, store, clock }: OutwardSourceDeps,
  clientId: string,
  { paidBy, monthlyBudget }: SourceTerm,
  costs: CallCosts | undefined,
): Budget {
  const { id: sourceId, name: sourceName, priceCents } = declared
  // Of the month in which it was taken, also where the call ends in the next.
  const of = { sourceId, sourceName, clientId, paidBy, month: monthAt(clock.nowMs()) }
  const call = { sourceId, source: sourceName, month: of.month, paidBy, priceCents }
  return {
    take: async () => {
      const isTaken = await store.spend(of, {
        priceCents,
        sourceBudgetCents: declared.monthlyBudgetCents,
        clientBudgetCents: monthlyBudget,
      })
      if (isTaken) costs?.add(call, 1)
      return isTaken
    },
    giveBack: async () => {
      await store.giveBack(of, priceCents)
      costs?.add(call, -1)
    },
  }
}
