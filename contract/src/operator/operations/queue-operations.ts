import { Type } from 'typebox'
import { pageParameters } from '../../operation.ts'
import { parameter } from '../../parameters.ts'
import type { Text } from '../../text.ts'
import { operatorPath } from '../operator-parts.ts'
import {
  JobRequest,
  QueueActAnswer,
  QueueDeliveriesAnswer,
  QueueJobsAnswer,
  QueueStatusAnswer,
} from '../operator-queue.ts'
import type { OperatorSpec } from './operator-spec.ts'

const queuePath = `${operatorPath}/fila`
const jobsPath = `${queuePath}/tarefas`
const deliveryPath = `${queuePath}/entregas/{id}/{destinoId}`

const retry: Text = { pt: 'Tentar já', en: 'Try at once' }
const giveUp: Text = { pt: 'Abandonar', en: 'Give up' }

export const queueOperations: readonly OperatorSpec[] = [
  {
    id: 'operadorFila',
    method: 'GET',
    path: queuePath,
    summary: { pt: 'O que espera', en: 'What waits' },
    description: {
      pt: 'Tarefas por assunto, entregas, e o que espera por uma configuração.',
      en: 'Work by topic, deliveries, and what waits for a setting.',
    },
    answer: QueueStatusAnswer,
  },
  {
    id: 'operadorTarefasLista',
    method: 'GET',
    path: jobsPath,
    summary: { pt: 'As tarefas que esperam', en: 'The work that waits' },
    description: {
      pt: 'De um assunto, na ordem em que serão tentadas, por páginas.',
      en: 'Of one topic, in the order in which they will be tried, by pages.',
    },
    query: [
      {
        name: 'topic',
        text: { pt: 'O assunto; obrigatório.', en: 'The topic; required.' },
        schema: parameter.text(),
        isRequired: true,
      },
      ...pageParameters,
    ],
    answer: QueueJobsAnswer,
  },
  {
    id: 'operadorTarefasTenta',
    method: 'POST',
    path: `${jobsPath}/tentar`,
    summary: retry,
    description: { pt: 'Será feita em segundos.', en: 'It is done within seconds.' },
    request: JobRequest,
    answer: QueueActAnswer,
    problems: ['job_unknown', 'job_under_way', 'job_not_tried'],
  },
  {
    id: 'operadorTarefasAbandona',
    method: 'POST',
    path: `${jobsPath}/abandonar`,
    summary: giveUp,
    description: {
      pt: 'Só onde nada se perde além do próprio aviso; veja mayGiveUp.',
      en: 'Only where nothing is lost but the message itself; see mayGiveUp.',
    },
    request: JobRequest,
    answer: QueueActAnswer,
    problems: ['job_unknown', 'job_under_way', 'job_not_given_up'],
  },
  {
    id: 'operadorEntregasLista',
    method: 'GET',
    path: `${queuePath}/entregas`,
    summary: { pt: 'As entregas com problema', en: 'Deliveries in trouble' },
    description: {
      pt: 'As que já falharam e esperam outra tentativa, na ordem em que a terão, por páginas.',
      en: 'Those that failed before and wait for another try, in the order of those tries, by pages.',
    },
    query: [
      {
        name: 'kind',
        text: { pt: 'webhook ou email.', en: 'webhook or email.' },
        schema: Type.Enum(['webhook', 'email']),
      },
      ...pageParameters,
    ],
    answer: QueueDeliveriesAnswer,
  },
  {
    id: 'operadorEntregasTenta',
    method: 'POST',
    path: `${deliveryPath}/tentar`,
    summary: retry,
    description: { pt: 'Será enviada em segundos.', en: 'It is sent within seconds.' },
    answer: QueueActAnswer,
    problems: ['delivery_unknown'],
  },
  {
    id: 'operadorEntregasAbandona',
    method: 'POST',
    path: `${deliveryPath}/abandonar`,
    summary: giveUp,
    description: { pt: 'Não será mais enviada.', en: 'It is not sent any more.' },
    answer: QueueActAnswer,
    problems: ['delivery_unknown'],
  },
]
