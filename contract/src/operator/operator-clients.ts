import { type Static, Type } from 'typebox'
import { ClientContract } from '../clients/client-contract.ts'
import { described, leaf, oneLine } from '../leaves.ts'
import { success } from '../reports/queries.ts'
import { cursor, environment } from './operator-parts.ts'

/** A client as the operator sees it. Its secret and keys are not here: they were shown once. */
export const OperatorClient = Type.Object(
  {
    id: Type.String(described({ pt: 'Identifica o cliente.', en: 'Identifies the client.' })),
    environment,
    name: Type.String(described({ pt: 'Nome do cliente.', en: 'Name of the client.' })),
    createdAt: leaf.instant({ pt: 'Quando foi criado.', en: 'When it was created.' }),
    revokedAt: Type.Optional(
      leaf.instant({
        pt: 'Quando foi revogado; ausente se vale.',
        en: 'When it was revoked; absent if not.',
      }),
    ),
    contractVersion: Type.Integer(
      described({ pt: 'Versão do contrato; é o ETag.', en: 'Version of the contract; it is the ETag.' }),
    ),
  },
  { $id: 'OperatorClient' },
)
export type OperatorClient = Static<typeof OperatorClient>

export const NewClientRequest = Type.Object(
  { environment, name: oneLine(200, { pt: 'Nome para reconhecê-lo.', en: 'A name to know it by.' }) },
  { additionalProperties: false, $id: 'NewClientRequest' },
)
export type NewClientRequest = Static<typeof NewClientRequest>

const clientSecret = Type.String(
  described({ pt: 'O segredo; só nesta resposta.', en: 'The secret; in this answer only.' }),
)
const apiKey = Type.String(
  described({ pt: 'A chave; só nesta resposta.', en: 'The key; in this answer only.' }),
)

export const OperatorClientsAnswer = success(Type.Object({ clients: Type.Array(OperatorClient), cursor }))
export const OperatorClientAnswer = success(OperatorClient)
export const NewClientAnswer = success(Type.Object({ client: OperatorClient, clientSecret, apiKey }))
export const NewSecretAnswer = success(Type.Object({ clientId: Type.String(), clientSecret }))

/** The whole of what a client may do, and which edition of it this is. */
export const VersionedContract = Type.Object(
  { version: Type.Integer(), contract: ClientContract },
  { $id: 'VersionedContract' },
)
export type VersionedContract = Static<typeof VersionedContract>

export const VersionedContractAnswer = success(VersionedContract)

export const ClientKey = Type.Object(
  {
    id: Type.String(
      described({ pt: 'Identifica a chave; não é a chave.', en: 'Names the key; it is not it.' }),
    ),
    hint: Type.String({
      examples: ['lk_live_…x9Qz'],
      ...described({ pt: 'Começo e fim da chave.', en: 'How the key begins and ends.' }),
    }),
    createdAt: leaf.instant({ pt: 'Quando foi criada.', en: 'When it was created.' }),
    expiresAt: Type.Optional(
      leaf.instant({
        pt: 'Quando deixa de valer; ausente se não tem fim.',
        en: 'When it ends; absent if never.',
      }),
    ),
    active: Type.Boolean(described({ pt: 'Se vale agora.', en: 'Whether it works now.' })),
  },
  { $id: 'ClientKey' },
)
export type ClientKey = Static<typeof ClientKey>

/** Ten weeks: long enough for any change of systems, and still an end. */
export const overlapMinutesMax = 100_000

export const RotateKeyRequest = Type.Object(
  {
    overlapMinutes: Type.Integer({
      minimum: 0,
      maximum: overlapMinutesMax,
      ...described({
        pt: 'Minutos em que as anteriores ainda valem; 0 as encerra já.',
        en: 'Minutes in which the earlier ones still work; 0 ends them at once.',
      }),
    }),
  },
  { additionalProperties: false, $id: 'RotateKeyRequest' },
)
export type RotateKeyRequest = Static<typeof RotateKeyRequest>

export const ClientKeysAnswer = success(Type.Object({ keys: Type.Array(ClientKey) }))
export const ClientKeyAnswer = success(ClientKey)
export const NewKeyAnswer = success(Type.Object({ key: ClientKey, apiKey }))
