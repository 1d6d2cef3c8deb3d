import { ClientContract } from '../../clients/client-contract.ts'
import type { Header } from '../../operation.ts'
import { parameter } from '../../parameters.ts'
import { VersionedContractAnswer } from '../operator-clients.ts'
import { clientPath } from './client-operations.ts'
import type { OperatorSpec } from './operator-spec.ts'

const ifMatch: Header = {
  name: 'If-Match',
  text: {
    pt: 'O ETag do contrato como foi lido; obrigatório.',
    en: 'The ETag of the contract as it was read; required.',
  },
  schema: parameter.version(),
  isRequired: true,
}

const contractPath = `${clientPath}/contrato`

export const contractOperations: readonly OperatorSpec[] = [
  {
    id: 'operadorContratoLe',
    method: 'GET',
    path: contractPath,
    summary: { pt: 'O contrato de um cliente', en: "A client's contract" },
    description: { pt: 'Inteiro, com a sua versão.', en: 'The whole of it, with its version.' },
    answer: VersionedContractAnswer,
    isVersioned: true,
    problems: ['client_unknown'],
  },
  {
    id: 'operadorContratoDefine',
    method: 'PUT',
    path: contractPath,
    summary: { pt: 'Definir o contrato', en: 'Set the contract' },
    description: {
      pt: 'O contrato inteiro: o que não for dito deixa de valer. Vale para as consultas em até 5 segundos.',
      en: 'The whole contract: what is not named no longer holds. Queries follow it within 5 seconds.',
    },
    headers: [ifMatch],
    request: ClientContract,
    answer: VersionedContractAnswer,
    isVersioned: true,
    problems: [
      'client_unknown',
      'client_revoked',
      'contract_changed',
      'contract_version_required',
      'fields_mismatch',
    ],
  },
]
