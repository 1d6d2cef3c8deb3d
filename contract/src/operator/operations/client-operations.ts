import { pageParameters } from '../../operation.ts'
import { parameter } from '../../parameters.ts'
import {
  NewClientAnswer,
  NewClientRequest,
  NewSecretAnswer,
  OperatorClientAnswer,
  OperatorClientsAnswer,
} from '../operator-clients.ts'
import { environmentParameter, operatorPath } from '../operator-parts.ts'
import type { OperatorSpec } from './operator-spec.ts'

const clientsPath = `${operatorPath}/clientes`
export const clientPath = `${clientsPath}/{id}`

export const clientOperations: readonly OperatorSpec[] = [
  {
    id: 'operadorClientesLista',
    method: 'GET',
    path: clientsPath,
    summary: { pt: 'Listar os clientes', en: 'List the clients' },
    description: { pt: 'Do mais novo para o mais antigo, por páginas.', en: 'Newest first, by pages.' },
    query: [
      { ...environmentParameter, text: { pt: 'Só deste ambiente.', en: 'Of this environment only.' } },
      {
        name: 'name',
        text: { pt: 'Só os que têm isto no nome.', en: 'Only those with this in their name.' },
        schema: parameter.text(),
      },
      ...pageParameters,
    ],
    answer: OperatorClientsAnswer,
  },
  {
    id: 'operadorClientesInclui',
    method: 'POST',
    path: clientsPath,
    summary: { pt: 'Criar um cliente', en: 'Create a client' },
    description: {
      pt: 'Segredo e chave aparecem só nesta resposta. No sandbox nasce com tudo contratado; em produção, com nada.',
      en: 'Secret and key are shown in this answer only. In the sandbox it starts with everything contracted; in production with nothing.',
    },
    request: NewClientRequest,
    answer: NewClientAnswer,
    creates: true,
  },
  {
    id: 'operadorClientesLe',
    method: 'GET',
    path: clientPath,
    summary: { pt: 'Um cliente', en: 'A client' },
    description: { pt: 'Quem é e se vale.', en: 'Who it is and whether it is alive.' },
    answer: OperatorClientAnswer,
    problems: ['client_unknown'],
  },
  {
    id: 'operadorClientesRevoga',
    method: 'POST',
    path: `${clientPath}/revogar`,
    summary: { pt: 'Revogar um cliente', en: 'Revoke a client' },
    description: {
      pt: 'Ele e tudo o que é dele deixam de responder em até 5 segundos. Não há volta.',
      en: 'It and all that is its own stop answering within 5 seconds. There is no way back.',
    },
    answer: OperatorClientAnswer,
    problems: ['client_unknown', 'client_revoked'],
  },
  {
    id: 'operadorClientesSegredo',
    method: 'POST',
    path: `${clientPath}/segredo`,
    summary: { pt: 'Novo segredo de cliente', en: 'New client secret' },
    description: {
      pt: 'O anterior deixa de gerar tokens já; os tokens vivos seguem até vencer. Aparece só nesta resposta.',
      en: 'The one before generates no more tokens from now on; live tokens last until they expire. It is shown in this answer only.',
    },
    answer: NewSecretAnswer,
    creates: true,
    problems: ['client_unknown', 'client_revoked'],
  },
]
