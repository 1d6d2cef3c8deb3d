import { Type } from 'typebox'
import { type Header, type Operation, type OperationSpec, operationFrom } from '../operation.ts'
import { parameter } from '../parameters.ts'
import type { ProblemCode } from '../problems/problems.ts'
import type { Text } from '../text.ts'
import { KeptPolicyAnswer, PoliciesAnswer, PolicyVersionAnswer, policiesPath } from './kept-policies.ts'
import { WrittenPolicy } from './policy.ts'
import { policyChecksPerMinute, policyCountMax, policyVersionCountMax } from './policy-limits.ts'

const one = `${policiesPath}/{name}`

const ifMatch: Header = {
  name: 'If-Match',
  text: {
    pt: 'O ETag da política como você a leu.',
    en: 'The ETag of the policy as you read it.',
  },
  schema: parameter.version(),
  isRequired: true,
}

const etagHeader: Header = {
  name: 'ETag',
  text: { pt: 'A versão mais nova, para If-Match.', en: 'The newest version, for If-Match.' },
  schema: Type.String({ examples: ['"4"'] }),
}

const checking: Text = {
  pt: `É conferida antes de gravada, e tudo o que há de errado é dito com o lugar. Até ${policyChecksPerMinute} por minuto.`,
  en: `It is checked before it is saved, and all that is wrong is told with its place. Up to ${policyChecksPerMinute} a minute.`,
}

type Spec = OperationSpec & { readonly tellsVersion?: true }

const saveProblems: readonly ProblemCode[] = [
  'policy_unfit',
  'policy_check_too_long',
  'policy_checks_busy',
  'rate_limited',
]

const specs: readonly Spec[] = [
  {
    id: 'politicasLista',
    method: 'GET',
    path: policiesPath,
    summary: { pt: 'Listar as minhas políticas', en: 'List my policies' },
    description: {
      pt: 'Todas, pelo nome, as retiradas também. Exige o escopo decisions ou policies.',
      en: 'All of them, by name, retired ones too. Needs the scope decisions or policies.',
    },
    answer: PoliciesAnswer,
  },
  {
    id: 'politicasInclui',
    method: 'POST',
    path: policiesPath,
    summary: { pt: 'Gravar uma política', en: 'Save a policy' },
    description: {
      pt: `A política é o corpo. ${checking.pt} O nome é dela para sempre. Até ${policyCountMax} por cliente. Exige o escopo policies.`,
      en: `The policy is the body. ${checking.en} The name is its own for good. Up to ${policyCountMax} a client. Needs the scope policies.`,
    },
    request: WrittenPolicy,
    answer: KeptPolicyAnswer,
    creates: true,
    tellsVersion: true,
    problems: [...saveProblems, 'policy_name_taken', 'policies_too_many'],
  },
  {
    id: 'politicasLe',
    method: 'GET',
    path: one,
    summary: { pt: 'Uma política', en: 'A policy' },
    description: {
      pt: 'A versão mais nova inteira, e quem gravou cada uma. Exige o escopo decisions ou policies.',
      en: 'The newest version whole, and who saved each. Needs the scope decisions or policies.',
    },
    answer: KeptPolicyAnswer,
    tellsVersion: true,
    problems: ['policy_unknown'],
  },
  {
    id: 'politicasVersaoLe',
    method: 'GET',
    path: `${one}/versoes/{version}`,
    summary: { pt: 'Uma versão de uma política', en: 'A version of a policy' },
    description: {
      pt: 'Como foi gravada: uma versão nunca muda. Exige o escopo decisions ou policies.',
      en: 'As it was saved: a version never changes. Needs the scope decisions or policies.',
    },
    answer: PolicyVersionAnswer,
    problems: ['policy_unknown', 'policy_version_unknown'],
  },
  {
    id: 'politicasVersaoInclui',
    method: 'POST',
    path: `${one}/versoes`,
    summary: { pt: 'Gravar uma nova versão', en: 'Save a new version' },
    description: {
      pt: `A política é o corpo, com o mesmo nome. ${checking.pt} As anteriores ficam, e decidem quando pedidas pelo número. Até ${policyVersionCountMax} por política. Exige o escopo policies.`,
      en: `The policy is the body, under the same name. ${checking.en} Earlier ones stay, and decide when asked for by number. Up to ${policyVersionCountMax} a policy. Needs the scope policies.`,
    },
    headers: [ifMatch],
    request: WrittenPolicy,
    answer: KeptPolicyAnswer,
    creates: true,
    tellsVersion: true,
    problems: [
      ...saveProblems,
      'policy_unknown',
      'policy_retired',
      'policy_name_other',
      'policy_version_required',
      'policy_version_conflict',
      'policy_versions_too_many',
    ],
  },
  {
    id: 'politicasRetira',
    method: 'POST',
    path: `${one}/retirada`,
    summary: { pt: 'Retirar uma política', en: 'Retire a policy' },
    description: {
      pt: 'Nenhuma versão dela decide mais, e nenhuma nova se grava. O que ela decidiu fica. Não se desfaz; retirar de novo nada muda. Exige o escopo policies.',
      en: 'No version of it decides any more, and no new one is saved. What it decided stays. It is not undone; retiring again changes nothing. Needs the scope policies.',
    },
    answer: KeptPolicyAnswer,
    tellsVersion: true,
    problems: ['policy_unknown'],
  },
]

/** Policies as their client keeps them: named, in versions that never change. */
export const policyOperations: readonly Operation[] = specs.map((spec) =>
  operationFrom(spec, {
    tag: { pt: 'Políticas', en: 'Policies' },
    credentials: 'query',
    roles: ['analyst'],
    environments: () => 'both',
    isKeyed: ({ creates }) => creates === true,
    parameterTexts: {
      name: { pt: 'O nome da política.', en: 'The name of the policy.' },
      version: { pt: 'O número da versão.', en: 'The number of the version.' },
    },
    answer: ({ answer, tellsVersion }, replayed) => ({
      text: { pt: 'Como está gravada.', en: 'As it is kept.' },
      schema: answer,
      headers: [...(tellsVersion ? [etagHeader] : []), ...replayed],
    }),
    problems: () => [],
  }),
)
