import {
  decidedByFailedSections,
  decidedByOtherwise,
  type SeenValue,
} from '@lastro/contract/policies/decision.ts'
import type { Condition, Outcome } from '@lastro/contract/policies/policy.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import { dateText, printable } from '../value-text.ts'
import { conditionWords } from './condition-words.ts'
import { figureWords, sectionWords, valueWords } from './value-words.ts'

/** What may be told of a decision, with whoever decided and what a person decided over it. */
export type ToldDecision = {
  readonly clientName: string
  readonly policy: { readonly title: Text; readonly version: string }
  readonly decision: {
    readonly outcome: Outcome
    readonly decidedBy: string
    readonly reason: Text
    readonly on: string
    readonly failedSections: readonly string[]
    readonly notCoveredSections?: readonly string[]
    readonly partlyCoveredSections?: readonly string[]
  }
  /** `isUnknown`: the outcome is what the rule gives when it is not known whether the condition holds. */
  readonly criteria: readonly {
    readonly when: Condition
    readonly outcome: Outcome
    readonly isUnknown?: true
  }[]
  readonly values: readonly (
    | SeenValue
    | (Pick<SeenValue, 'value' | 'from'> & { readonly seen: 'aboutOthers' })
  )[]
  /** The last word of a person; whoever it was stays unnamed. */
  readonly review?: { readonly outcome: Outcome; readonly on: string }
  /** Where the person on file reaches the operator. */
  readonly contact?: string
}

export type Explanation = {
  readonly title: string
  readonly sections: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[]
}

/** A decision explained to whoever it was made on, in plain words. */
export const explanationWords = (told: ToldDecision, language: Language): Explanation => ({
  title: words.title[language],
  sections: [
    { heading: words.decision[language], paragraphs: decisionParagraphs(told, language) },
    { heading: words.why[language], paragraphs: whyParagraphs(told, language) },
    { heading: words.looked[language], paragraphs: lookedParagraphs(told, language) },
    { heading: words.rights[language], paragraphs: rightParagraphs(told, language) },
  ],
})

/** The same as one text, for a message or a screen. */
export const explanationText = ({ title, sections }: Explanation): string =>
  [title, ...sections.flatMap(({ heading, paragraphs }) => ['', heading, ...paragraphs])].join('\n')

const words = {
  title: { pt: 'Explicação de uma decisão automática', en: 'Explanation of an automated decision' },
  decision: { pt: 'A decisão', en: 'The decision' },
  decided: {
    pt: 'Em {day}, {client} decidiu por regras automáticas, pela política “{policy}”, versão {version}. Resultado: {outcome}.',
    en: 'On {day}, {client} decided by automated rules, by version {version} of the policy “{policy}”. Outcome: {outcome}.',
  },
  reviewed: {
    pt: 'Em {day}, uma pessoa olhou de novo e decidiu. Resultado que vale: {outcome}.',
    en: 'On {day}, a person looked at it again and decided. The outcome that counts: {outcome}.',
  },
  why: { pt: 'Por quê', en: 'Why' },
  criterion: {
    pt: 'O critério: quando {when}, o resultado é “{outcome}”.',
    en: 'The criterion: when {when}, the outcome is “{outcome}”.',
  },
  criterionUnknown: {
    pt: 'O critério: quando não se sabe se {when}, o resultado é “{outcome}”.',
    en: 'The criterion: when it is not known whether {when}, the outcome is “{outcome}”.',
  },
  noneHeld: {
    pt: 'O resultado seria outro com um destes critérios:',
    en: 'The outcome would have been another by one of these criteria:',
  },
  noneHeldOne: { pt: '– quando {when}: {outcome};', en: '– when {when}: {outcome};' },
  failed: {
    pt: 'Não responderam por inteiro: {sections}. Por isso uma pessoa olha antes de decidir; não é nada contra você.',
    en: 'These did not answer in full: {sections}. So a person looks before it is decided; it is nothing against you.',
  },
  looked: { pt: 'O que foi olhado', en: 'What was looked at' },
  nothingElse: {
    pt: 'Nada mais pesou. Sexo, idade, nome, filiação, endereço além da UF, telefone, nacionalidade e estado civil não podem pesar (Lei 12.414, art. 3, § 3).',
    en: 'Nothing else weighed. Sex, age, name, parents, an address finer than the state, phone, nationality and marital status may not (Lei 12.414, art. 3, § 3).',
  },
  exact: { pt: '{value}: {is}{from}', en: '{value}: {is}{from}' },
  atLeast: { pt: '{value}: pelo menos {least}{from}', en: '{value}: at least {least}{from}' },
  noneFound: {
    pt: '{value}: nada no que foi consultado, mas pode haver{from}',
    en: '{value}: none in what was consulted, but there may be some{from}',
  },
  between: {
    pt: '{value}: de {least} a {most}{from}',
    en: '{value}: from {least} to {most}{from}',
  },
  unknown: { pt: '{value}: não se sabia ao certo{from}', en: '{value}: not known for certain{from}' },
  aboutOthers: {
    pt: '{value}: são dados de outras pessoas, e por isso não estão aqui',
    en: '{value}: this is the data of other people, and so is not here',
  },
  from: { pt: 'de: {sections}', en: 'from: {sections}' },
  fromPart: { pt: 'em parte: {sections}', en: 'in part: {sections}' },
  fromNone: { pt: 'não consultado: {sections}', en: 'not consulted: {sections}' },
  notCovered: {
    pt: 'Não foram consultados: {sections}. Nenhuma fonte deste serviço tinha esses dados no dia da decisão; por isso, não se sabe se há ou não algo a seu respeito.',
    en: 'Not consulted: {sections}. No source of this service had this data on the day of the decision; it is therefore unknown whether there is anything about you.',
  },
  partlyCovered: {
    pt: 'Consultados só em parte: {sections}. Pode haver mais do que foi visto.',
    en: 'Consulted only in part: {sections}. There may be more than was seen.',
  },
  rights: { pt: 'Os seus direitos', en: 'Your rights' },
  askReview: {
    pt: 'Você pode pedir a {client} que uma pessoa reveja esta decisão, de graça, e que explique os critérios (LGPD, art. 20; Lei 12.414, art. 5, VI).',
    en: 'You may ask {client} to have a person review this decision, free of charge, and to explain its criteria (LGPD, art. 20; Lei 12.414, art. 5, VI).',
  },
  correct: {
    pt: 'Se um dado está errado, conteste-o: o que for corrigido é avisado a quem viu o erro.',
    en: 'If something on file is wrong, dispute it: whoever saw the error is told of the correction.',
  },
  contact: { pt: 'Para falar com o birô: {contact}', en: 'To reach the bureau: {contact}' },
} as const satisfies Record<string, Text>

/** What came of a request, said of it. */
export const outcomeWords: Readonly<Record<Outcome, Text>> = {
  approve: { pt: 'aprovado', en: 'approved' },
  review: { pt: 'a ser decidido por uma pessoa', en: 'to be decided by a person' },
  decline: { pt: 'recusado', en: 'declined' },
}

type Words = keyof typeof words

const say = (language: Language, name: Words, blanks: Readonly<Record<string, string>>): string =>
  words[name][language].replace(/\{(\w+)\}/g, (_, blank: string) => blanks[blank] ?? '')

function decisionParagraphs(told: ToldDecision, language: Language): readonly string[] {
  const { clientName, policy, decision, review } = told
  const decided = say(language, 'decided', {
    day: dateText(decision.on),
    client: printable(clientName),
    policy: printable(policy.title[language]),
    version: policy.version,
    outcome: outcomeWords[decision.outcome][language],
  })
  if (review === undefined) return [decided]
  const outcome = outcomeWords[review.outcome][language]
  return [decided, say(language, 'reviewed', { day: dateText(review.on), outcome })]
}

function whyParagraphs({ decision, criteria }: ToldDecision, language: Language): readonly string[] {
  const { decidedBy, failedSections, reason } = decision
  if (decidedBy === decidedByFailedSections) {
    return [say(language, 'failed', { sections: sectionsText(failedSections, language) })]
  }
  const told = criteria.map(({ when, outcome, isUnknown }) => ({
    name: isUnknown ? ('criterionUnknown' as const) : ('criterion' as const),
    when: conditionWords(when, language),
    outcome: outcomeWords[outcome][language],
  }))
  const said = printable(reason[language])
  if (decidedBy !== decidedByOtherwise)
    return [said, ...told.map(({ name, ...blanks }) => say(language, name, blanks))]
  if (told.length === 0) return [said]
  const lines = told.map((blanks) => say(language, 'noneHeldOne', blanks))
  return [said, words.noneHeld[language], ...ended(lines)]
}

const lookedParagraphs = ({ values, decision }: ToldDecision, language: Language): readonly string[] => [
  ...ended(values.map((one) => `– ${valueLine(one, language)};`)),
  ...coverageParagraphs(decision, language),
  words.nothingElse[language],
]

/** What the decision could not take into account, without any claim about its content. */
export const coverageParagraphs = (
  {
    notCoveredSections = [],
    partlyCoveredSections = [],
  }: Pick<ToldDecision['decision'], 'notCoveredSections' | 'partlyCoveredSections'>,
  language: Language,
): readonly string[] =>
  (
    [
      ['notCovered', notCoveredSections],
      ['partlyCovered', partlyCoveredSections],
    ] as const
  ).flatMap(([name, sections]) =>
    sections.length === 0 ? [] : [say(language, name, { sections: sectionsText(sections, language) })],
  )

const sectionsText = (names: readonly string[], language: Language): string =>
  names.map((name) => sectionWords(name, language)).join(', ')

/** The last line of a list ends its sentence. */
const ended = (lines: readonly string[]): readonly string[] =>
  lines.map((line, place) => (place === lines.length - 1 ? line.replace(/;$/, '.') : line))

const valueLine = (seen: ToldDecision['values'][number], language: Language): string =>
  seen.seen === 'aboutOthers'
    ? say(language, 'aboutOthers', { value: valueWords(seen.value, undefined, language) })
    : seenWords(seen, language)

/** A value and what was seen of it, with where that came from. */
export function seenWords(seen: SeenValue, language: Language): string {
  const { value, of, is, atLeast, atMost } = seen
  const figure = (text: string) => figureWords(value, text, language)
  const common = { value: valueWords(value, of, language), from: fromWords(seen, language) }
  if (is !== undefined) return say(language, 'exact', { ...common, is: figure(is) })
  if (atLeast === undefined) return say(language, 'unknown', common)
  if (Number(atLeast) === 0 && atMost === undefined) return say(language, 'noneFound', common)
  const least = figure(atLeast)
  return atMost === undefined
    ? say(language, 'atLeast', { ...common, least })
    : say(language, 'between', { ...common, least, most: figure(atMost) })
}

/** The sections that answered, and those that were not consulted, or not wholly. */
function fromWords({ from }: Pick<SeenValue, 'from'>, language: Language): string {
  const parts = origins.flatMap(([answer, name]) => {
    const sections = from.filter((one) => one.answer === answer).map(({ section }) => section)
    return sections.length === 0 ? [] : [say(language, name, { sections: sectionsText(sections, language) })]
  })
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`
}

const origins = [
  ['answered', 'from'],
  ['partial', 'fromPart'],
  ['notCovered', 'fromNone'],
] as const

function rightParagraphs({ clientName, contact }: ToldDecision, language: Language): readonly string[] {
  const paragraphs = [say(language, 'askReview', { client: printable(clientName) }), words.correct[language]]
  return contact === undefined ? paragraphs : [...paragraphs, say(language, 'contact', { contact })]
}
