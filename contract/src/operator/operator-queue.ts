import { type Static, Type } from 'typebox'
import { described, leaf } from '../leaves.ts'
import { success } from '../reports/queries.ts'
import { cursor, environment, idText } from './operator-parts.ts'

/** Counts stop here: past it, how many more wait changes nothing that an operator does. */
export const queueCountMax = 10_000

const count = (pt: string, en: string) => Type.Integer(described({ pt, en }))

/** What waits of one topic. */
export const QueueTopic = Type.Object(
  {
    topic: Type.String({ examples: ['notice.send'] }),
    waiting: count(`Quantas esperam, até ${queueCountMax}.`, `How many wait, up to ${queueCountMax}.`),
    due: count('Das quais já é hora.', 'Of which are due.'),
    failing: count('Das quais já falharam.', 'Of which have failed before.'),
    oldestAt: Type.Optional(
      leaf.instant({
        pt: 'Desde quando espera a mais antiga das que já é hora ou já falharam.',
        en: 'Since when the oldest waits of those that are due or have failed.',
      }),
    ),
    mayGiveUp: Type.Boolean(
      described({ pt: 'Se uma delas pode ser abandonada.', en: 'Whether one of them may be given up.' }),
    ),
  },
  { $id: 'QueueTopic' },
)
export type QueueTopic = Static<typeof QueueTopic>

export const QueueDeliveries = Type.Object(
  {
    kind: Type.Enum(['webhook', 'email']),
    waiting: count(`Quantas esperam, até ${queueCountMax}.`, `How many wait, up to ${queueCountMax}.`),
    failing: count('Das quais já falharam.', 'Of which have failed before.'),
    oldestAt: Type.Optional(leaf.instant({ pt: 'A mais antiga.', en: 'The oldest.' })),
  },
  { $id: 'QueueDeliveries' },
)
export type QueueDeliveries = Static<typeof QueueDeliveries>

export const QueueStatus = Type.Object(
  {
    topics: Type.Array(QueueTopic),
    deliveries: Type.Array(QueueDeliveries),
    heldBack: Type.Array(
      Type.Object({
        what: Type.Enum(['notices', 'alerts']),
        text: Type.String(),
      }),
      described({ pt: 'O que espera por uma configuração.', en: 'What waits for a setting.' }),
    ),
  },
  { $id: 'QueueStatus' },
)
export type QueueStatus = Static<typeof QueueStatus>

const clientName = Type.Optional(
  Type.String(
    described({ pt: 'O nome do cliente, se ele existe.', en: 'The name of the client, if it is there.' }),
  ),
)

/** A piece of work that waits. What it holds is not shown: it may name a person. */
export const QueueJob = Type.Object(
  {
    id: Type.String(),
    topic: Type.String(),
    environment,
    clientId: Type.Optional(Type.String()),
    clientName,
    createdAt: leaf.instant({ pt: 'Desde quando espera.', en: 'Since when it waits.' }),
    dueAt: leaf.instant({ pt: 'Quando será tentada.', en: 'When it will be tried.' }),
    attempts: Type.Integer(),
    underWay: Type.Boolean(described({ pt: 'Se alguém a faz agora.', en: 'Whether somebody is at it now.' })),
    lastError: Type.Optional(
      Type.Object({
        at: leaf.instant({ pt: 'Quando falhou.', en: 'When it failed.' }),
        text: Type.String(
          described({ pt: 'O que houve, sem números.', en: 'What happened, without numbers.' }),
        ),
      }),
    ),
  },
  { $id: 'QueueJob' },
)
export type QueueJob = Static<typeof QueueJob>

/** A message to a client's webhook or address that has not arrived. */
export const QueueDelivery = Type.Object(
  {
    occurrenceId: Type.String(),
    targetId: Type.String(),
    kind: Type.Enum(['webhook', 'email']),
    environment,
    clientId: Type.String(),
    clientName,
    event: Type.String(),
    createdAt: leaf.instant({ pt: 'Desde quando espera.', en: 'Since when it waits.' }),
    dueAt: leaf.instant({ pt: 'Quando será tentada.', en: 'When it will be tried.' }),
    attempts: Type.Integer(),
    lastStatus: Type.Optional(
      Type.Integer(described({ pt: 'O que o destino respondeu.', en: 'What the receiver answered.' })),
    ),
    lastError: Type.Optional(
      Type.Object({ at: leaf.instant({ pt: 'Quando falhou.', en: 'When it failed.' }), text: Type.String() }),
    ),
  },
  { $id: 'QueueDelivery' },
)
export type QueueDelivery = Static<typeof QueueDelivery>

export const QueueStatusAnswer = success(QueueStatus)
export const QueueJobsAnswer = success(Type.Object({ jobs: Type.Array(QueueJob), cursor }))
export const QueueDeliveriesAnswer = success(Type.Object({ deliveries: Type.Array(QueueDelivery), cursor }))

/** The id is in the body: it is longer than a step of an address may be. */
export const JobRequest = Type.Object(
  { id: idText(200, { pt: 'O id da tarefa.', en: 'The id of the work.' }) },
  { additionalProperties: false, $id: 'JobRequest' },
)
export type JobRequest = Static<typeof JobRequest>

/** What became of a piece of work. */
export const QueueActAnswer = success(
  Type.Object({
    id: Type.String(),
    outcome: Type.Enum(['retried', 'given_up'], {
      ...described({
        pt: 'retried será tentada já; given_up não será mais.',
        en: 'retried is tried at once; given_up never again.',
      }),
    }),
  }),
)
