import { ClockAnswer, ClockRequest } from '../listings/listings.ts'
import {
  commonHeaders,
  type Operation,
  problemsEverywhere,
  problemsWithBody,
  problemsWithCredentials,
} from '../operation.ts'
import type { Product } from '../reports/products.ts'
import { DemonstrationRequest } from '../reports/queries.ts'
import { queryOperation } from '../reports/report-operations.ts'
import type { Text } from '../text.ts'
import { SandboxDocumentsAnswer } from './sandbox-documents.ts'

const tag: Text = { pt: 'Sandbox', en: 'Sandbox' }

/** Its test documents, and its clock. */
export const sandboxOperations: readonly Operation[] = [
  {
    id: 'sandboxDocumentos',
    method: 'GET',
    path: '/sandbox/documentos',
    tag,
    summary: { pt: 'Documentos de teste', en: 'Test documents' },
    description: {
      pt: 'Os documentos que o sandbox aceita e o que cada um mostra.',
      en: 'The documents the sandbox accepts and what each one shows.',
    },
    credentials: 'none',
    environments: 'root',
    headers: commonHeaders,
    answers: { 200: { text: { pt: 'A lista.', en: 'The list.' }, schema: SandboxDocumentsAnswer } },
    problems: problemsEverywhere,
  },
  {
    id: 'sandboxRelogioLe',
    method: 'GET',
    path: '/sandbox/relogio',
    tag,
    summary: { pt: 'Ler o relógio', en: 'Read the clock' },
    description: { pt: 'A hora do seu sandbox.', en: 'The time in your sandbox.' },
    credentials: 'query',
    roles: ['analyst', 'creditor'],
    environments: 'root',
    headers: commonHeaders,
    answers: { 200: { text: { pt: 'A hora.', en: 'The time.' }, schema: ClockAnswer } },
    problems: [...problemsEverywhere, ...problemsWithCredentials],
  },
  {
    id: 'sandboxRelogio',
    method: 'POST',
    path: '/sandbox/relogio',
    tag,
    summary: { pt: 'Adiantar o relógio', en: 'Move the clock forward' },
    description: {
      pt: 'Adianta o relógio do seu sandbox. O que vence no caminho já aconteceu quando responde.',
      en: 'Moves the clock of your sandbox forward. What falls due on the way has happened when it answers.',
    },
    credentials: 'query',
    roles: ['analyst', 'creditor'],
    environments: 'root',
    headers: commonHeaders,
    request: { schema: ClockRequest, required: true, mediaTypes: ['application/json'] },
    answers: { 200: { text: { pt: 'A hora nova.', en: 'The new time.' }, schema: ClockAnswer } },
    problems: [...problemsEverywhere, ...problemsWithBody, ...problemsWithCredentials, 'clock_backward'],
  },
]

/** The first report on sale, to be tried by anybody on the page at `/`. */
export function demonstrationOperation(product: Product): Operation {
  const { answers } = queryOperation(product)
  return {
    id: 'demonstracaoConsulta',
    method: 'POST',
    path: '/demonstracao/v2/consulta',
    tag,
    summary: { pt: 'Consulta de demonstração', en: 'Demonstration query' },
    description: {
      pt: 'Um documento de teste, respondido como no sandbox, sem credenciais. Poucas consultas por minuto e endereço.',
      en: 'A test document, answered as in the sandbox, without credentials. Few queries a minute for an address.',
    },
    credentials: 'none',
    environments: 'root',
    headers: commonHeaders,
    request: {
      schema: DemonstrationRequest,
      required: true,
      mediaTypes: ['application/json', 'application/x-www-form-urlencoded'],
    },
    answers,
    problems: [
      ...problemsEverywhere,
      ...problemsWithBody,
      'demonstration_limited',
      'document_not_in_sandbox',
      'document_invalid',
      'document_type_not_accepted',
      'sources_unavailable',
      'deadline_exceeded',
    ],
  }
}
