/** What the guide says of each value, read of a report by the second evaluator. */
// biome-ignore lint/suspicious/noExplicitAny: what is read here is any JSON, as in the programs of a reader.
export type Json = any
export type Bounds = readonly [least: number, most: number]

const kinds = ['listingP', 'listingR', 'collectionRecords', 'check', 'notary']
export const cents = (text: Json): number | undefined =>
  /^\d+\.\d\d$/.test(text ?? '') ? Number(text.replace('.', '')) : undefined
const whole = (text: Json): number | undefined => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : undefined)
const upTo = (most: number, figure: number | undefined) => (Number(figure) <= most ? figure : undefined)
const days = (text: Json): number =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? '') && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text)
    ? Date.parse(`${text}T00:00Z`) / 864e5
    : Number.NaN
const exact = (figure: number | undefined): Bounds | undefined =>
  figure === undefined || Number.isNaN(figure) ? undefined : bounded(figure, figure)
const bounded = (least: number, most: number): Bounds =>
  most > 9007199254740991 ? [Math.min(least, 9007199254740991), Number.POSITIVE_INFINITY] : [least, most]
const plain = (name: string): string =>
  name.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().replace(/\s+/g, ' ').trim()
const place = (name: string, { report }: Json): Json =>
  kinds.includes(name)
    ? report.negativeData?.[name]
    : name === 'inquiry'
      ? report.facts?.inquiry
      : report[name]
const answered = (name: string, input: Json): Json =>
  ['answered', 'partial'].includes(called(name, input)) ? place(name, input) : undefined
const lowered = (name: string, input: Json, read: Bounds | undefined): Bounds | undefined =>
  read && called(name, input) === 'partial' ? [read[0], Number.POSITIVE_INFINITY] : read

export function called(name: string, input: Json): string {
  const section = place(name, input)
  const unnamed = name.replace('Report', '')
  if (section === undefined)
    return input.notCoveredSections?.some((one: string) => one === name || one === unnamed)
      ? 'notCovered'
      : 'absent'
  if (inPart(name, input)) return 'degraded'
  if (section.error) return 'failed'
  if (input.degradedSections.includes(name)) return 'degraded'
  if (isSilent(name, section)) return 'silent'
  return section.coverage === 'partial' ? 'partial' : 'answered'
}

function isSilent(name: string, section: Json): boolean {
  const isList = [...kinds, 'inquiry', 'publicDebt', 'sanctions'].includes(name)
  return isList && !section[`${name}Response`] && whole(section.summary?.count) === undefined
}

/** Answered in part, so its count is a lower bound. */
function inPart(name: string, input: Json): boolean {
  const section = place(name, input)
  return section?.error?.code === 'section_incomplete' && !isSilent(name, section)
}

const counted = (name: string, input: Json): Json =>
  inPart(name, input) ? place(name, input) : answered(name, input)

const orMore = (name: string, input: Json, read: Bounds | undefined): Bounds | undefined =>
  inPart(name, input) && read !== undefined ? [read[0], Number.POSITIVE_INFINITY] : lowered(name, input, read)

export function sectionsOf(value: string, of: Json): string[] {
  if (value.startsWith('negative')) return of?.kinds ?? kinds
  if (value.startsWith('registration') || ['company.ageMonths', 'company.specialStatus'].includes(value))
    return ['registration', 'identificationReport']
  const [first = ''] = value.split('.')
  return [
    { company: 'QSAReport', partners: 'QSAReport', directors: 'QSAReport', consultations: 'inquiry' }[
      first
    ] ?? first,
  ]
}

/** A second section counts only if the first is certain not to have the value. */
const doubted = (name: string, input: Json) => ['partial', 'notCovered'].includes(called(name, input))

export function plainValue(value: string, of: Json, input: Json): Bounds | string | undefined {
  const { sent, today } = input
  const [one, two] = [answered('registration', input), answered('identificationReport', input)]
  const qsa = answered('QSAReport', input)
  const months = (day: Json) =>
    days(day) <= days(today)
      ? exact(
          Number(today.slice(0, 4) - day.slice(0, 4)) * 12 +
            (today.slice(5, 7) - day.slice(5, 7)) -
            (today.slice(8) < day.slice(8) ? 1 : 0),
        )
      : undefined
  const instalment =
    cents(sent.amount) !== undefined && sent.instalments
      ? (BigInt(cents(sent.amount) ?? 0) + BigInt(sent.instalments) - 1n) / BigInt(sent.instalments)
      : undefined
  const income = BigInt(cents(sent.income) ?? 0)
  switch (value) {
    case 'document.type':
      return input.documentType
    case 'registration.status':
      return status(input)
    case 'registration.state':
      if (doubted('registration', input)) return undefined
      if (one?.address?.state || doubted('identificationReport', input)) return one?.address?.state
      return two?.address?.state
    case 'company.specialStatus':
      return input.documentType === 'CNPJ' ? special(input) : undefined
    case 'company.ageMonths':
      if (input.documentType !== 'CNPJ') return undefined
      if (two?.companyFoundation) return lowered('identificationReport', input, months(two.companyFoundation))
      if (doubted('identificationReport', input)) return undefined
      return lowered('registration', input, months(one?.foundationDate))
    case 'company.capital':
      return lowered('QSAReport', input, exact(cents(qsa?.companyData?.socialCapitalValue)))
    case 'partners.restricted':
      return lowered('QSAReport', input, signs(qsa?.partnerCompleteReport, 'partnersList'))
    case 'directors.restricted':
      return lowered('QSAReport', input, signs(qsa?.directorCompleteReport, 'directorsList'))
    case 'publicDebt.sum':
      return orMore('publicDebt', input, exact(cents(counted('publicDebt', input)?.summary?.balance)))
    case 'publicDebt.count':
    case 'sanctions.count': {
      const name = value.slice(0, -6)
      return orMore(name, input, exact(whole(counted(name, input)?.summary?.count)))
    }
    case 'consultations.count':
      return lowered('inquiry', input, consulted(answered('inquiry', input), days(today) - of.withinDays))
    case 'score':
      return lowered('score', input, exact(upTo(1000, whole(answered('score', input)?.score))))
    case 'request.amount':
      return exact(cents(sent.amount))
    case 'request.income':
      return exact(cents(sent.income))
    case 'request.instalments':
      return exact(sent.instalments)
    case 'request.relationshipMonths':
      return months(sent.relationshipSince)
    case 'request.instalmentAmount':
      return exact(instalment === undefined ? undefined : Number(instalment))
    case 'request.incomeShare':
      return instalment === undefined || income === 0n
        ? undefined
        : exact(Number((instalment * 10000n + income - 1n) / income))
  }
  const all = (of.kinds ?? kinds).map((kind: string) => ({ kind, section: counted(kind, input) }))
  const told = all
    .filter(({ section }: Json) => section)
    .map(({ kind, section }: Json) => orMore(kind, input, negative(value, of, kind, section, days(today))))
  const add = (n: 0 | 1) => told.reduce((sum: number, bounds: Json) => sum + bounds[n], 0)
  return told.length === 0
    ? undefined
    : bounded(add(0), told.length < all.length ? Number.POSITIVE_INFINITY : add(1))
}

function status(input: Json): string | undefined {
  const shown = ['registration', 'identificationReport'].filter((name) => called(name, input) !== 'absent')
  const words = {
    closed: 'BAIXAD[AO]|EXTINT[AO]|NUL[AO]|CANCELAD[AO]|FALECID[AO]|ENCERRAD[AO]|OBITO',
    irregular: 'SUSPENS[AO]|INAPT[AO]|INATIV[AO]|IRREGULAR|PENDENTE|NAO ATIV[AO]|NAO REGULAR',
    regular: 'ATIV[AO]|REGULAR|HABILITAD[AO]',
  }
  const said = shown.flatMap((name) => {
    const section = answered(name, input)
    if (called(name, input) === 'answered' && section.statusRegistration === undefined) return []
    const whole = section?.statusRegistration ?? ''
    const text = plain(whole.split(':').at(-1).trim() || whole)
    const found = Object.entries(words).find(([, any]) => new RegExp(`\\b(${any})\\b`).test(text))?.[0]
    return [found === 'closed' || called(name, input) === 'answered' ? (found ?? 'doubt') : 'doubt']
  })
  if (said.includes('closed')) return 'closed'
  return said.includes('doubt') ? undefined : said.includes('irregular') ? 'irregular' : said[0]
}

function special(input: Json): string | undefined {
  const shown = ['registration', 'identificationReport'].filter((name) => called(name, input) !== 'absent')
  const words = {
    bankruptcy: 'FALID[AO]|FALENCIA|MASSA FALIDA',
    liquidation: 'LIQUIDACAO',
    intervention: 'INTERVENCAO',
    reorganisation: 'RECUPERACAO|CONCORDATA',
  }
  const ended = /\b(TERMINO|FIM|ENCERRAMENTO|ENCERRADA|CESSACAO|LEVANTAMENTO|REABILITADA)\b/
  const said = shown.flatMap((name) => {
    const status = answered(name, input)?.specialStatus
    if (status === undefined) return []
    const text = plain(status)
    if (text === 'NENHUMA') return ['none']
    if (ended.test(text)) return ['other']
    return [Object.entries(words).find(([, any]) => new RegExp(`\\b(${any})\\b`).test(text))?.[0] ?? 'other']
  })
  const heaviest = [...Object.keys(words), 'other', 'none'].find((one) => said.includes(one))
  if (heaviest !== undefined && heaviest in words) return heaviest
  if (shown.some((name) => called(name, input) !== 'answered')) return undefined
  const isKnown = shown.some((name) =>
    (input.sources?.[name.replace('Report', '')] ?? '')
      .split('+')
      .some((one: string) => one.startsWith('receita') || one.startsWith('sandbox')),
  )
  return heaviest ?? (isKnown ? 'none' : undefined)
}

function signs(people: Json, listName: string): Bounds | undefined {
  const [list, count] = [people?.[listName], people?.summary?.count]
  if (!list) return whole(count) === undefined ? undefined : [0, whole(count) ?? 0]
  const [yes, no] = ['true', 'false'].map(
    (sign) => list.filter((one: Json) => one.restrictionSign === sign).length,
  )
  return [yes ?? 0, Math.max(list.length, whole(count) ?? 0) - (no ?? 0)]
}

function consulted(inquiry: Json, from: number): Bounds | undefined {
  if (!inquiry) return undefined
  const rows = (inquiry.inquiryResponse ?? []).map(({ month, count }: Json) => {
    const next = new Date(`${month}-01T00:00Z`)
    next.setUTCMonth(next.getUTCMonth() + 1)
    return {
      count: Number(count),
      counts: days(`${month}-01`) >= from,
      ended: next.getTime() / 864e5 <= from,
    }
  })
  const sum = (some: Json[]) => some.reduce((total, one) => total + one.count, 0)
  const least = sum(rows.filter((one: Json) => one.counts))
  return [
    least,
    least +
      sum(rows.filter((one: Json) => !one.counts && !one.ended)) +
      Math.max((whole(inquiry.summary?.count) ?? 0) - sum(rows), 0),
  ]
}

function negative(value: string, of: Json, kind: string, section: Json, today: number): Bounds {
  const list = section[`${kind}Response`] ?? []
  const count = Math.max(whole(section.summary?.count) ?? 0, list.length)
  const isFiltered = Object.keys(of).some((name) => name !== 'kinds')
  const balance = cents(section.summary?.balance)
  if (!isFiltered && value === 'negative.count') return [count, count]
  if (!isFiltered && balance !== undefined)
    return bounded(balance, kind === 'check' && count > 0 ? Number.POSITIVE_INFINITY : balance)
  const judged = list.map((item: Json) => {
    const age = today - days(item.occurrenceDate)
    const name = item.creditorName === undefined ? undefined : plain(item.creditorName)
    const tests = [
      of.withinDays && (Number.isNaN(age) ? 'doubt' : age <= of.withinDays),
      of.olderThanDays && (Number.isNaN(age) ? 'doubt' : age > of.olderThanDays),
      of.amountFrom &&
        (cents(item.amount) === undefined
          ? 'doubt'
          : (cents(item.amount) ?? 0) >= (cents(of.amountFrom) ?? 0)),
      of.creditors && (name === undefined ? 'doubt' : of.creditors.map(plain).includes(name)),
      of.exceptCreditors && (name === undefined ? 'doubt' : !of.exceptCreditors.map(plain).includes(name)),
    ]
    return {
      amount: cents(item.amount),
      is: tests.includes(false) ? 'out' : tests.includes('doubt') ? 'doubt' : 'in',
    }
  })
  const passing = judged.filter((one: Json) => one.is === 'in')
  const doubts = judged.filter((one: Json) => one.is === 'doubt').length
  if (value === 'negative.count') return [passing.length, passing.length + doubts + count - list.length]
  const sum = passing.reduce((total: number, one: Json) => total + (one.amount ?? 0), 0)
  const isWhole =
    doubts === 0 && list.length === count && passing.every((one: Json) => one.amount !== undefined)
  return bounded(sum, isWhole ? sum : Number.POSITIVE_INFINITY)
}
