import type { AlertEvent } from '@lastro/contract/alerts/alert-events.ts'
import type { OccurrenceData } from '@lastro/contract/alerts/alerts.ts'
import type { Report } from '@lastro/contract/reports/report.ts'
import type { Subject } from '@lastro/contract/reports/subject.ts'
import { subjectChanges } from './subject-changes.ts'

/** What a report on a company showed of the sections that public data answers, with its lists whole. */
export type ShownSections = Pick<
  Report,
  'registration' | 'identificationReport' | 'QSAReport' | 'publicDebt' | 'sanctions'
>

export type PublicChange = { readonly event: AlertEvent; readonly data: OccurrenceData }

/** What readers see otherwise than before, as those who watch the company are told; nothing when all is as it was. */
export function publicChanges(before: ShownSections, after: ShownSections): readonly PublicChange[] {
  return [
    ...subjectChanges(subjectOf(before), subjectOf(after) ?? { documento: '' }),
    ...debtChange(before.publicDebt, after.publicDebt),
    ...sanctionChanges(before.sanctions, after.sanctions),
  ]
}

/** As a load would have brought it; undefined where nobody knew the company. */
function subjectOf({ registration, identificationReport, QSAReport }: ShownSections): Subject | undefined {
  if (registration === undefined && identificationReport === undefined && QSAReport === undefined)
    return undefined
  const { companyData, partnerCompleteReport, directorCompleteReport } = QSAReport ?? {}
  return {
    documento: '',
    ...(registration !== undefined && { registration }),
    ...(identificationReport !== undefined && { identification: identificationReport }),
    ...(QSAReport !== undefined && {
      partners: {
        ...(companyData !== undefined && { companyData }),
        partnersList: partnerCompleteReport?.partnersList ?? [],
        directorsList: directorCompleteReport?.directorsList ?? [],
      },
    }),
  }
}

type Debts = ShownSections['publicDebt']
type Debt = NonNullable<NonNullable<Debts>['publicDebtResponse']>[number]

/** One for all inscriptions of a company: the sums as they were and are, and the newest that came or changed. */
function debtChange(before: Debts, after: Debts): readonly PublicChange[] {
  const was = byName(before?.publicDebtResponse, debtName)
  const is = byName(after?.publicDebtResponse, debtName)
  const changed = [...is].filter(([name, one]) => !isSame(was.get(name), one)).map(([, one]) => one)
  const isGone = [...was.keys()].some((name) => !is.has(name))
  if (changed.length === 0 && !isGone) return []
  const [newest] = changed
  const isLowerBound = before?.error !== undefined || after?.error !== undefined
  const changes = summaryChanges(before?.summary ?? noDebts, after?.summary ?? noDebts).filter(
    // The difference of two sums is meaningless if either is a lower bound.
    ({ field }) => !isLowerBound || !field.endsWith('.balance'),
  )
  return [
    {
      event: 'public_debt.changed',
      data: {
        ...(changes.length > 0 && { changes }),
        ...(newest?.amount !== undefined && {
          publicDebt: {
            inscriptionNumber: newest.inscriptionNumber ?? '',
            situation: newest.situation ?? newest.situationType ?? '',
            amount: newest.amount,
          },
        }),
      },
    },
  ]
}

const noDebts = { count: '0', balance: '0.00' }

const debtName = ({ register, inscriptionNumber, debtorDocument, principal }: Debt): string =>
  `${register} ${inscriptionNumber} ${debtorDocument} ${principal}`

/** Every leaf of the summary but those that only say how a list was cut. */
function summaryChanges(before: object, after: object): NonNullable<OccurrenceData['changes']> {
  const was = new Map(leavesOf(before, 'publicDebt.summary'))
  const is = new Map(leavesOf(after, 'publicDebt.summary'))
  const fields = [...new Set([...was.keys(), ...is.keys()])].filter((one) => was.get(one) !== is.get(one))
  return fields.map((field) => {
    const [before, after] = [was.get(field), is.get(field)]
    return { field, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
  })
}

const leavesOf = (value: object, path: string): readonly (readonly [string, string])[] =>
  Object.entries(value).flatMap(([name, leaf]) =>
    typeof leaf === 'string'
      ? [[`${path}.${name}`, leaf] as const]
      : leavesOf(leaf as object, `${path}.${name}`),
  )

type Sanctions = ShownSections['sanctions']
type Sanction = NonNullable<NonNullable<Sanctions>['sanctionsResponse']>[number]

/**
 * One for each sanction that came into force, or no longer is. One that changes otherwise is the same one. Where the end
 * of one cannot be read, a sanction that is no longer shown may still be in force.
 */
function sanctionChanges(before: Sanctions, after: Sanctions): readonly PublicChange[] {
  const [was, is] = [before?.sanctionsResponse ?? [], after?.sanctionsResponse ?? []]
  return [
    ...(after?.error === undefined ? missingIn(is, was) : []).map((one) =>
      sanctionChange('sanction.removed', one),
    ),
    ...missingIn(was, is).map((one) => sanctionChange('sanction.added', one)),
  ]
}

/**
 * Those of which there are more than there. A register lists two under one name that differ by nothing we show: each
 * counts, and of those that do differ it is the one not found there that is told.
 */
function missingIn(there: readonly Sanction[], all: readonly Sanction[]): readonly Sanction[] {
  const thereByName = Map.groupBy(there, sanctionName)
  return [...Map.groupBy(all, sanctionName)].flatMap(([name, same]) => {
    const others = thereByName.get(name) ?? []
    const surplus = same.length - others.length
    if (surplus <= 0) return []
    const left = others.map((one) => JSON.stringify(one))
    const unmatched = same.filter((one) => !taken(left, JSON.stringify(one)))
    return unmatched.slice(0, surplus)
  })
}

/** Takes one that is equal out of the list, if there is one. */
function taken(from: string[], text: string): boolean {
  const at = from.indexOf(text)
  if (at !== -1) from.splice(at, 1)
  return at !== -1
}

const sanctionName = (sanction: Sanction): string =>
  [
    sanction.register,
    sanction.processNumber,
    sanction.agreementNumber,
    sanction.category,
    sanction.startDate,
    sanction.sanctioningBody,
  ].join('\n')

function sanctionChange(event: AlertEvent, sanction: Sanction): PublicChange {
  const { register = '', legalBasis: _, fineAmount: __, ...told } = sanction
  return { event, data: { sanction: { register, ...told } } }
}

const byName = <Item>(items: readonly Item[] | undefined, name: (item: Item) => string) =>
  new Map((items ?? []).map((one) => [name(one), one]))

const isSame = (one: object | undefined, other: object): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
