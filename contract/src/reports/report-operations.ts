import { Type } from 'typebox'
import {
  commonHeaders,
  type Header,
  idempotencyHeader,
  type Operation,
  problemsEverywhere,
  problemsWithBody,
  problemsWithCredentials,
  problemsWithKey,
  replayedHeader,
} from '../operation.ts'
import type { ProblemCode } from '../problems/problems.ts'
import type { Text } from '../text.ts'
import { notCoveredHeader } from './coverage.ts'
import { type Product, productPath } from './products.ts'
import { purposes } from './purposes.ts'
import { AdditionalsAnswer, AdditionalsRequest, QueryRequest, queryAnswer } from './queries.ts'

const tag: Text = { pt: 'Relatórios', en: 'Reports' }

/** The query of a product, and the list of what may be added to it. */
export function reportOperations(product: Product): Operation[] {
  return [queryOperation(product), additionalsOperation(product)]
}

/** A report laid out for reading. */
export const reportDocuments: readonly string[] = ['text/html', 'application/pdf']

export const purposeHeader: Header = {
  name: 'x-finalidade',
  text: {
    pt: 'Finalidade da consulta; a do contrato quando ausente.',
    en: "Purpose of the query; the contract's default when absent.",
  },
  schema: Type.Enum(Object.keys(purposes)),
}

export const degradedHeader: Header = {
  name: 'X-Report-Sections-Degraded',
  text: {
    pt: 'Seções que não foram respondidas pela fonte, ou que outra fonte, fora do ar, poderia ter mais novas.',
    en: 'Sections not answered by their source, or which another source that failed could have had newer.',
  },
  schema: Type.String(),
}

export const sourcesHeader: Header = {
  name: 'X-Report-Sources',
  text: {
    pt: 'As fontes que responderam cada seção presente, com a data dos dados; várias fontes são separadas por +. O nome é o da seção, sem Report no fim.',
    en: 'The sources that answered each section in the report, with the date of the data; several sources are joined by +. The name is that of the section, without a final Report.',
  },
  schema: Type.String({
    examples: ['identification=receita@2026-10-11, listingP=listings@2026-11-19+bureau@2026-11-18'],
  }),
}

const billedHeader: Header = {
  name: 'X-Billed',
  text: { pt: 'Se esta consulta foi cobrada.', en: 'Whether this query was billed.' },
  schema: Type.Enum(['true', 'false']),
}

const billingReasonHeader: Header = {
  name: 'X-Billing-Reason',
  text: {
    pt: 'new_query; repeat_within_window, já paga há pouco; given_again, em HTML ou PDF o relatório que a chave já deu; stored_copy, uma cópia respondeu por uma fonte que falhou; not_answered, falhas nunca se cobram.',
    en: 'new_query; repeat_within_window, paid for a while ago; given_again, as HTML or PDF the report that the key has given before; stored_copy, a copy answered for a source that failed; not_answered, failures are never billed.',
  },
  schema: Type.Enum(['new_query', 'repeat_within_window', 'given_again', 'stored_copy', 'not_answered']),
}

/** Whether a query cost, and why. */
export const billingHeaders: readonly Header[] = [billedHeader, billingReasonHeader]

/** By which consultation a report was given: of answers under a key, and of documents. */
export const givenHeaders: readonly Header[] = [
  {
    name: 'X-Consultation-Id',
    text: {
      pt: 'O X-Request-Id da consulta que deu o relatório; o da primeira, quando a resposta se repete. Vem com Idempotency-Key, e em HTML e PDF.',
      en: 'The X-Request-Id of the consultation that gave the report; of the first, when an answer is repeated. Comes with an Idempotency-Key, and in HTML and PDF.',
    },
    schema: Type.String(),
  },
  {
    name: 'X-Check-Code',
    text: {
      pt: 'O código pelo qual a trilha a reconhece; vem com X-Consultation-Id.',
      en: 'The code by which the trail knows it again; comes with X-Consultation-Id.',
    },
    schema: Type.String({ examples: ['MP39-M7MW-VBF4'] }),
  },
  {
    name: 'X-Consultation-At',
    text: {
      pt: 'Quando essa consulta foi respondida: o JSON que se repete é o daquele momento. Vem com X-Consultation-Id.',
      en: 'When that consultation was answered: JSON that is repeated is of that moment. Comes with X-Consultation-Id.',
    },
    schema: Type.String({ examples: ['2026-11-16T10:00:00-03:00'] }),
  },
]

/** What any query may be refused with. */
export const queryProblemCodes: readonly ProblemCode[] = [
  ...problemsEverywhere,
  ...problemsWithBody,
  ...problemsWithCredentials,
  // Only queries are counted.
  'rate_limited',
  'quota_exceeded',
  'product_not_contracted',
  'feature_unknown',
  ...problemsWithKey,
  'feature_not_contracted',
  'purpose_not_allowed',
  'document_not_in_sandbox',
  'document_invalid',
  'document_type_not_accepted',
  'feature_not_for_document',
  'report_not_covered',
  'sources_unavailable',
  'deadline_exceeded',
]

export function queryOperation(product: Product): Operation {
  const schema = queryAnswer(product)
  return {
    id: `${product.code}Consulta`,
    method: 'POST',
    path: `${productPath(product)}/consulta`,
    tag,
    summary: product.name,
    description: product.description,
    credentials: 'query',
    roles: ['analyst'],
    environments: 'both',
    headers: [purposeHeader, idempotencyHeader, ...commonHeaders],
    request: { schema: QueryRequest, required: true, mediaTypes: ['application/json'] },
    answers: {
      200: {
        text: {
          pt: 'Toda seção pedida que alguma fonte cobre foi respondida, mesmo que nada conste. As que nenhuma fonte cobre ficam ausentes e são citadas em X-Report-Sections-Not-Covered.',
          en: 'Every requested section that a source covers was answered, "nothing on file" included. Sections that no source covers are absent and named in X-Report-Sections-Not-Covered.',
        },
        schema,
        documents: reportDocuments,
        headers: [
          sourcesHeader,
          notCoveredHeader,
          billedHeader,
          billingReasonHeader,
          replayedHeader,
          ...givenHeaders,
        ],
      },
      203: {
        text: {
          pt: 'Relatório utilizável: uma seção traz error, ou vale sem a palavra de uma fonte que falhou, ou é uma cópia guardada, com copiedAt.',
          en: 'A usable report: a section carries error, or stands without the word of a source that failed, or is a stored copy, with copiedAt.',
        },
        schema,
        documents: reportDocuments,
        headers: [
          degradedHeader,
          sourcesHeader,
          notCoveredHeader,
          billedHeader,
          billingReasonHeader,
          replayedHeader,
          ...givenHeaders,
        ],
      },
    },
    problems: queryProblemCodes,
  }
}

function additionalsOperation(product: Product): Operation {
  const takesBody = product.additionalsMethod === 'POST'
  return {
    id: `${product.code}Adicionais`,
    method: product.additionalsMethod,
    path: `${productPath(product)}/adicionais`,
    tag,
    summary: { pt: `${product.name.pt}: adicionais`, en: `${product.name.en}: additionals` },
    description: {
      pt: 'Os adicionais que a consulta aceita em features.',
      en: 'The additionals that the query accepts in features.',
    },
    credentials: 'query',
    roles: ['analyst'],
    environments: 'both',
    headers: commonHeaders,
    ...(takesBody && {
      request: { schema: AdditionalsRequest, required: false, mediaTypes: ['application/json'] },
    }),
    answers: { 200: { text: { pt: 'Os adicionais.', en: 'The additionals.' }, schema: AdditionalsAnswer } },
    problems: [
      ...problemsEverywhere,
      ...problemsWithCredentials,
      'product_not_contracted',
      ...(takesBody
        ? [...problemsWithBody, 'document_invalid' as const, 'document_type_not_accepted' as const]
        : []),
    ],
  }
}
