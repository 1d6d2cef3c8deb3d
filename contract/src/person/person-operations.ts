import { Type } from 'typebox'
import { type OperationSpec, pageParameters } from '../operation.ts'
import { operatorPath } from '../operator/operator-parts.ts'
import { PersonFileAnswer, PersonFileRequest } from './person-file.ts'
import {
  PersonAnswerRequest,
  PersonCorrectionRequest,
  PersonDisputeRequest,
  PersonRequestAnswer,
  PersonRequestsAnswer,
} from './person-requests.ts'
import { requestKinds, requestStates } from './request-codes.ts'

export const personPath = `${operatorPath}/titular`
export const personFilePath = `${personPath}/arquivo`
export const personDisputesPath = `${personPath}/contestacoes`
export const personCorrectionsPath = `${personPath}/correcoes`
export const personRequestsPath = `${personPath}/pedidos`

/** What an operator does for the person or company on file. */
export const personOperations: readonly (OperationSpec & { readonly documents?: readonly string[] })[] = [
  {
    id: 'operadorTitularArquivo',
    method: 'POST',
    path: personFilePath,
    summary: { pt: 'O que consta de um titular', en: 'What is held of a person' },
    description: {
      pt: 'Tudo o que a produção guarda de um CPF ou CNPJ: cadastro, anotações em qualquer estado, dados carregados, consultas de seis meses, pedidos. Com Accept: application/pdf, uma carta em português. Fica registrado.',
      en: 'Everything that production holds of a CPF or CNPJ: registration, listings in every state, loaded data, consultations of six months, requests. With Accept: application/pdf, a letter in Portuguese. It is put on record.',
    },
    request: PersonFileRequest,
    answer: PersonFileAnswer,
    documents: ['application/pdf'],
    problems: ['document_invalid'],
  },
  {
    id: 'operadorTitularContesta',
    method: 'POST',
    path: personDisputesPath,
    summary: { pt: 'Contestar pelo titular', en: 'Dispute for the person on file' },
    description: {
      pt: 'Abre a contestação de uma anotação. O credor tem cinco dias úteis; sem resposta ela some dos relatórios, e depois do décimo dia corrido é retirada de vez.',
      en: 'Opens the dispute of a listing. The creditor has five business days; without an answer it is not shown any more, and after the tenth calendar day it is taken out for good.',
    },
    request: PersonDisputeRequest,
    answer: PersonRequestAnswer,
    creates: true,
    problems: ['document_invalid', 'not_on_file', 'listing_state', 'listing_busy'],
  },
  {
    id: 'operadorTitularCorrige',
    method: 'POST',
    path: personCorrectionsPath,
    summary: { pt: 'Pedir correção pelo titular', en: 'Ask for a correction for the person on file' },
    description: {
      pt: 'Registra o pedido, com prazo de cinco dias úteis (CDC, art. 43, §3). O de uma anotação vale como contestação: sem resposta ela some e depois é retirada.',
      en: 'Records the request, with a deadline of five business days (CDC, art. 43, §3). That of a listing counts as a dispute: without an answer it is hidden and then taken out.',
    },
    request: PersonCorrectionRequest,
    answer: PersonRequestAnswer,
    creates: true,
    problems: ['document_invalid', 'not_on_file', 'listing_state', 'listing_busy', 'fields_mismatch'],
  },
  {
    id: 'operadorTitularPedidos',
    method: 'GET',
    path: personRequestsPath,
    summary: { pt: 'Os pedidos dos titulares', en: 'The requests of people on file' },
    description: {
      pt: 'Os abertos pelo prazo, o mais próximo primeiro; os respondidos do mais novo ao mais antigo; por páginas.',
      en: 'Open ones by their deadline, the nearest first; answered ones newest first; by pages.',
    },
    query: [
      {
        name: 'state',
        text: { pt: 'open quando ausente.', en: 'open when absent.' },
        schema: Type.Enum([...requestStates]),
      },
      {
        name: 'kind',
        text: { pt: 'Só desta espécie.', en: 'Of this kind only.' },
        schema: Type.Enum(Object.keys(requestKinds)),
      },
      ...pageParameters,
    ],
    answer: PersonRequestsAnswer,
  },
  {
    id: 'operadorTitularPedido',
    method: 'GET',
    path: `${personRequestsPath}/{id}`,
    summary: { pt: 'Um pedido inteiro', en: 'A whole request' },
    description: {
      pt: 'Abri-lo fica registrado, porque mostra o documento.',
      en: 'Opening it is put on record, for it shows the document.',
    },
    answer: PersonRequestAnswer,
    problems: ['request_unknown'],
  },
  {
    id: 'operadorTitularResponde',
    method: 'POST',
    path: `${personRequestsPath}/{id}/resposta`,
    summary: { pt: 'Responder a um pedido', en: 'Answer a request' },
    description: {
      pt: 'Encerra a correção ou a contestação; o titular lê a resposta. De uma anotação, corrected pede que ela tenha mudado desde o pedido.',
      en: 'Ends the correction or the dispute; the person reads the answer. Of a listing, corrected needs it to have changed since the request.',
    },
    request: PersonAnswerRequest,
    answer: PersonRequestAnswer,
    problems: [
      'request_unknown',
      'request_answered',
      'request_not_corrected',
      'listing_state',
      'listing_busy',
    ],
  },
]
