import type { DocumentType } from '../reports/sections.ts'
import type { Text } from '../text.ts'

/** What can be wrong with a policy, in words. A fault refuses it; a warning is said, and the policy is taken. */
export const policyFaults = {
  not_an_object: { pt: 'Deve ser um objeto.', en: 'It must be an object.' },
  not_a_list: {
    pt: 'Deve ser uma lista com 1 a {most} itens, sem repetidos.',
    en: 'It must be a list of 1 to {most} items, none of them twice.',
  },
  member_missing: { pt: 'Falta este membro.', en: 'This member is missing.' },
  member_unknown: { pt: 'Não há membro com este nome aqui.', en: 'There is no member of this name here.' },
  text_unfit: {
    pt: 'Deve ser uma linha de texto com até {most} caracteres.',
    en: 'It must be one line of text of at most {most} characters.',
  },
  text_unreadable: {
    pt: 'Não há nada que se leia aqui: escreva ao menos uma letra ou um algarismo.',
    en: 'There is nothing to read here: write at least one letter or digit.',
  },
  schema_unfit: {
    pt: 'Deve ser o endereço de um schema: https://… ou um arquivo .json, com até {most} caracteres.',
    en: 'It must be the address of a schema: https://… or a .json file, of at most {most} characters.',
  },
  slug_unfit: {
    pt: 'Deve ter só letras minúsculas sem acento, algarismos e hífens, e começar por letra; até {most} caracteres.',
    en: 'It must have only lower-case letters, digits and hyphens, and begin with a letter; at most {most} characters.',
  },
  choice_unknown: { pt: 'Deve ser um destes: {allowed}.', en: 'It must be one of these: {allowed}.' },
  document_inside: {
    pt: 'Há um CPF ou CNPJ aqui. Um motivo é dito a muitos: tire o número.',
    en: 'There is a CPF or CNPJ in here. A reason is told to many: take the number out.',
  },
  rule_repeated: { pt: 'Outra regra já tem este nome.', en: 'Another rule has this name already.' },
  rule_reserved: {
    pt: 'A decisão usa este nome para outra coisa: dê outro à regra.',
    en: 'A decision uses this name for something else: give the rule another.',
  },
  condition_unfit: {
    pt: 'Uma condição tem and, or, not ou value, um deles só.',
    en: 'A condition has and, or, not or value, only one of them.',
  },
  condition_too_deep: {
    pt: 'Condições dentro de condições vão até {most} níveis.',
    en: 'Conditions inside conditions go down at most {most} levels.',
  },
  condition_too_long: {
    pt: 'Uma regra compara até {most} vezes. Divida-a.',
    en: 'A rule compares at most {most} times. Divide it.',
  },
  value_compared_often: {
    pt: '{value} se compara com até {most} constantes em toda a política.',
    en: '{value} is compared with at most {most} constants in the whole policy.',
  },
  policy_too_deep: {
    pt: 'Objetos e listas dentro uns dos outros vão até {most} níveis.',
    en: 'Objects and lists inside each other go down at most {most} levels.',
  },
  policy_too_wide: {
    pt: 'A política compara valores demais, ou com constantes ou credores demais, para ser verificada. Compare menos valores, ou cada um com menos constantes.',
    en: 'The policy compares too many values, or with too many constants or creditors, to be checked. Compare fewer values, or each with fewer constants.',
  },
  value_unknown: {
    pt: 'Nenhum valor tem este nome. O mais parecido é {nearest}.',
    en: 'No value has this name. The nearest is {nearest}.',
  },
  value_barred: {
    pt: 'Isto não pode pesar numa decisão: sexo, idade, nome, filiação, endereço além da UF e dados sensíveis ficam fora (Lei 12.414, art. 3, § 3).',
    en: 'This may not weigh in a decision: sex, age, name, parents, an address finer than the state and sensitive data stay out (Lei 12.414, art. 3, § 3).',
  },
  comparison_unfit: {
    pt: 'Compare de um modo só: {allowed}.',
    en: 'Compare in one way only: {allowed}.',
  },
  unit_wrong: {
    pt: '{value} se mede em {unit}: escreva como {example}.',
    en: '{value} is counted in {unit}: write it like {example}.',
  },
  filter_unfit: {
    pt: '{value} não tem este filtro. Tem: {allowed}.',
    en: '{value} does not have this filter. It has: {allowed}.',
  },
  filter_wrong: { pt: 'O filtro deve ser {example}.', en: 'The filter must be {example}.' },
  filter_never: {
    pt: 'Nada pode passar por estes filtros ao mesmo tempo.',
    en: 'Nothing can pass these filters at the same time.',
  },
  product_not_for_document: {
    pt: 'O produto {product} não aceita {types}.',
    en: 'The product {product} does not take {types}.',
  },
  feature_not_offered: {
    pt: 'O produto {product} não oferece este adicional para {types}.',
    en: 'The product {product} does not offer this feature for {types}.',
  },
  value_not_for_document: {
    pt: '{value} só existe para {types}, e a política não é para eles.',
    en: '{value} exists only for {types}, and the policy is not for them.',
  },
  value_not_in_report: {
    pt: 'O relatório pedido nunca mostra {value}. Peça: {features}.',
    en: 'The report asked for never shows {value}. Ask for: {features}.',
  },
  never_holds: {
    pt: 'Esta condição nunca vale, seja qual for o relatório.',
    en: 'This condition never holds, whatever the report.',
  },
  never_first: {
    pt: 'Esta regra nunca decide: quando ela vale, já decidiu antes: {rules}.',
    en: 'This rule never decides: whenever it holds, one before it has decided: {rules}.',
  },
  consultations_alone: {
    pt: 'Para CPF, uma regra que só olha as consultas pode dar review, e nada mais.',
    en: 'For a CPF, a rule that looks at consultations alone may give review, and nothing else.',
  },
  consultations_decide: {
    pt: 'Uma pessoa sem nada contra si seria recusada só pelas consultas, por {rule}. Dê review nesse caso.',
    en: 'A person with nothing against them would be declined for consultations alone, by {rule}. Give review in that case.',
  },
  consultations_unclear: {
    pt: 'A política é para CPF, olha as consultas e tem casos demais para se saber que ninguém é recusado só por elas. Tire as consultas, ou compare menos valores.',
    en: 'The policy is for a CPF, looks at consultations, and has too many cases to know that nobody is declined for them alone. Take them out, or compare fewer values.',
  },
} as const satisfies Record<string, Text>

export type PolicyFaultCode = keyof typeof policyFaults

export const policyWarnings = {
  outcomes_differ: {
    pt: 'Esta regra e {rule} podem valer ao mesmo tempo e dizem o contrário; decide {rule}, que vem antes. Por exemplo com {example}.',
    en: 'This rule and {rule} can hold at the same time and say the opposite; {rule}, which comes first, decides. For example with {example}.',
  },
  not_looked_through: {
    pt: 'A condição tem casos demais para se procurar o que nunca decide ou contradiz.',
    en: 'The condition has too many cases to look for what never decides or contradicts.',
  },
  section_not_covered: {
    pt: 'Nenhuma fonte deste ambiente cobre {section} para {type}: os valores que a política lê dessa seção são desconhecidos, o que não quer dizer que nada conste.',
    en: 'No source of this environment covers {section} for {type}: the values that the policy reads from it are unknown, which does not mean that nothing is on file.',
  },
  section_partly_covered: {
    pt: 'As fontes deste ambiente têm só parte de {section} para {type}: contagens e somas são valores mínimos, e uma lista vazia não conta como zero.',
    en: 'The sources of this environment have only part of {section} for {type}: counts and sums are minimums, and an empty list does not count as zero.',
  },
} as const satisfies Record<string, Text>

export type PolicyWarningCode = keyof typeof policyWarnings

/** Where in the policy, what, and the same in words. */
export type PolicyFault = {
  readonly at: string
  readonly code: PolicyFaultCode | PolicyWarningCode
  readonly message: Text
  /** The section and document type that a warning about coverage refers to. */
  readonly section?: string
  readonly documentType?: DocumentType
}

/** What units are called, with a constant of each as it is written. */
export const unitTexts = {
  money: { pt: 'reais', en: 'reais', example: '"1520.33"' },
  percent: { pt: 'por cento', en: 'per cent', example: '"30.00"' },
  count: { pt: 'unidades', en: 'units', example: '3' },
  months: { pt: 'meses', en: 'months', example: '24' },
  points: { pt: 'pontos', en: 'points', example: '600' },
  choice: { pt: 'escolhas', en: 'choices', example: '"regular"' },
} as const
