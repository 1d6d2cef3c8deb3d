import { Type } from 'typebox'
import { type Header, type Operation, type OperationDefaults, operationFrom } from '../operation.ts'
import { personOperations } from '../person/person-operations.ts'
import { actOperations } from './operations/act-operations.ts'
import { clientOperations } from './operations/client-operations.ts'
import { contractOperations } from './operations/contract-operations.ts'
import { correctionOperations } from './operations/correction-operations.ts'
import { coverageOperations } from './operations/coverage-operations.ts'
import { dataOperations } from './operations/data-operations.ts'
import { keyOperations } from './operations/key-operations.ts'
import type { OperatorSpec } from './operations/operator-spec.ts'
import { queueOperations } from './operations/queue-operations.ts'
import { reviewOperations } from './operations/review-operations.ts'
import { sourceOperations } from './operations/source-operations.ts'
import { statementOperations } from './operations/statement-operations.ts'
import { trailOperations } from './operations/trail-operations.ts'
import { usageOperations } from './operations/usage-operations.ts'
import { userOperations } from './operations/user-operations.ts'

/** What the person who runs the service does over HTTP, signed in. A key or token of a client opens none of it. */
export const operatorOperations = (): readonly Operation[] =>
  [
    ...clientOperations,
    ...contractOperations,
    ...keyOperations,
    ...userOperations,
    ...usageOperations,
    ...statementOperations,
    ...sourceOperations,
    ...dataOperations,
    ...coverageOperations,
    ...trailOperations,
    ...reviewOperations,
    ...correctionOperations,
    ...personOperations,
    ...queueOperations,
    ...actOperations,
  ].map((spec) => operationFrom(spec, defaults))

const etag: Header = {
  name: 'ETag',
  text: { pt: 'A versão, para If-Match.', en: 'The version, for If-Match.' },
  schema: Type.String({ examples: ['"4"'] }),
}

const defaults: OperationDefaults<OperatorSpec> = {
  tag: { pt: 'Operador', en: 'Operator' },
  credentials: 'operator',
  environments: () => 'root',
  isKeyed: ({ creates }) => creates === true,
  parameterTexts: {
    id: { pt: 'O id.', en: 'The id.' },
    chaveId: { pt: 'O id da chave.', en: 'The id of the key.' },
    lancamentoId: { pt: 'O id do lançamento.', en: 'The id of the entry.' },
    destinoId: { pt: 'O id do webhook ou e-mail.', en: 'The id of the webhook or address.' },
  },
  answer: ({ answer, creates, isVersioned, documents }, replayed) => ({
    text: creates ? { pt: 'Criado.', en: 'Created.' } : { pt: 'Como está.', en: 'As it stands.' },
    schema: answer,
    ...(documents !== undefined && { documents }),
    headers: [...(isVersioned ? [etag] : []), ...replayed],
  }),
  problems: ({ query }) => (query === undefined ? [] : ['query_invalid']),
}
