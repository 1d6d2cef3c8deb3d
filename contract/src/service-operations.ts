import { Type } from 'typebox'
import { type Header, type Operation, problemsEverywhere, requestIdHeader } from './operation.ts'
import type { Text } from './text.ts'

const tag: Text = { pt: 'Operação do serviço', en: 'Running the service' }

/** Which version of OpenAPI is wanted. */
export const versionParameter: Header = {
  name: 'versao',
  text: {
    pt: 'A versão de OpenAPI: 3.1, exata, quando ausente; 3.0, o mesmo contrato para geradores de clientes.',
    en: 'The version of OpenAPI: 3.1, exact, when absent; 3.0, the same contract for generators of clients.',
  },
  schema: Type.Enum(['3.0', '3.1']),
}

const OpenApiDocument = Type.Unsafe({ type: 'object', $id: 'OpenApiDocument' })

/** Pages and files that are the same for everyone: whoever has the newest is told so. */
const held: Operation['answers'] = {
  304: {
    text: {
      pt: 'Você já tem a mais nova, pelo seu If-None-Match.',
      en: 'You have the newest, by your If-None-Match.',
    },
  },
}

const Health = Type.Object({ status: Type.String() })

const probe = (
  path: string,
  id: string,
  summary: Text,
  answers: Operation['answers'],
  own: Operation['problems'] = [],
): Operation => ({
  id,
  method: 'GET',
  path,
  tag,
  summary,
  description: summary,
  credentials: 'none',
  environments: 'root',
  headers: [requestIdHeader],
  answers,
  // However busy the service is, it says whether it lives.
  problems: [...problemsEverywhere, ...own].filter((code) => code !== 'overloaded' || !path.endsWith('z')),
})

/** Whether the service lives, what it measures, and the pages that explain it. */
export const serviceOperations: readonly Operation[] = [
  probe(
    '/healthz',
    'healthz',
    { pt: 'O processo vive', en: 'The process lives' },
    {
      200: { text: { pt: 'Vive.', en: 'It lives.' }, schema: Health },
    },
  ),
  probe(
    '/readyz',
    'readyz',
    { pt: 'O serviço atende', en: 'The service can answer' },
    {
      200: { text: { pt: 'Atende.', en: 'It can.' }, schema: Health },
      503: { text: { pt: 'Ainda não, ou já não.', en: 'Not yet, or no longer.' }, schema: Health },
    },
  ),
  probe(
    '/metrics',
    'metrics',
    { pt: 'Métricas (Prometheus)', en: 'Metrics (Prometheus)' },
    {
      200: { text: { pt: 'As métricas.', en: 'The metrics.' }, mediaType: 'text/plain' },
    },
    ['metrics_not_allowed'],
  ),
  probe(
    '/',
    'inicio',
    {
      pt: 'O que é o serviço, com uma consulta para experimentar',
      en: 'What the service is, with a query to try',
    },
    {
      200: { text: { pt: 'A página.', en: 'The page.' }, mediaType: 'text/html' },
      ...held,
    },
  ),
  probe(
    '/inicio.js',
    'inicioScript',
    { pt: 'O programa da página inicial', en: 'The program of the first page' },
    {
      200: { text: { pt: 'O programa.', en: 'The program.' }, mediaType: 'text/javascript' },
      ...held,
    },
  ),
  {
    ...probe(
      '/openapi.json',
      'openapi',
      { pt: 'Este contrato (OpenAPI)', en: 'This contract (OpenAPI)' },
      { 200: { text: { pt: 'O documento.', en: 'The document.' }, schema: OpenApiDocument }, ...held },
      ['query_invalid'],
    ),
    query: [versionParameter],
  },
  probe(
    '/docs',
    'docs',
    { pt: 'Esta referência, para ler', en: 'This reference, to read' },
    {
      200: { text: { pt: 'A página.', en: 'The page.' }, mediaType: 'text/html' },
      ...held,
    },
  ),
]
