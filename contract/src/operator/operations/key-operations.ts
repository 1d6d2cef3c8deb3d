import { ClientKeyAnswer, ClientKeysAnswer, NewKeyAnswer, RotateKeyRequest } from '../operator-clients.ts'
import { clientPath } from './client-operations.ts'
import type { OperatorSpec } from './operator-spec.ts'

const keysPath = `${clientPath}/chaves`

export const keyOperations: readonly OperatorSpec[] = [
  {
    id: 'operadorChavesLista',
    method: 'GET',
    path: keysPath,
    summary: { pt: 'As chaves de um cliente', en: "A client's keys" },
    description: {
      pt: 'Começo e fim de cada uma, da mais nova para a mais antiga, até 200.',
      en: 'How each begins and ends, newest first, up to 200.',
    },
    answer: ClientKeysAnswer,
    problems: ['client_unknown'],
  },
  {
    id: 'operadorChavesRotaciona',
    method: 'POST',
    path: keysPath,
    summary: { pt: 'Trocar a chave', en: 'Rotate the key' },
    description: {
      pt: 'Uma chave nova, que aparece só nesta resposta; as anteriores valem pelos minutos pedidos.',
      en: 'A new key, shown in this answer only; the earlier ones work for the minutes asked.',
    },
    request: RotateKeyRequest,
    answer: NewKeyAnswer,
    creates: true,
    problems: ['client_unknown', 'client_revoked'],
  },
  {
    id: 'operadorChavesEncerra',
    method: 'DELETE',
    path: `${keysPath}/{chaveId}`,
    summary: { pt: 'Encerrar uma chave', en: 'End a key' },
    description: {
      pt: 'Deixa de responder em até 5 segundos.',
      en: 'It stops answering within 5 seconds.',
    },
    answer: ClientKeyAnswer,
    problems: ['client_unknown', 'client_key_unknown'],
  },
]
