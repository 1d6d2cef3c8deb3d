import { Type } from 'typebox'
import type { Header, OperationSpec } from '../operation.ts'
import type { Text } from '../text.ts'
import { RemovedAnswer } from './alert-registrations.ts'
import {
  NewWebhookAnswer,
  secretOverlapHours,
  WebhookAnswer,
  WebhookMessage,
  WebhookPatch,
  WebhookRequest,
  WebhooksAnswer,
  WebhookTestAnswer,
  webhookCountMax,
  webhooksPath,
} from './webhooks.ts'

const one = `${webhooksPath}/{id}`

/** Where a client's events are sent to, signed as Standard Webhooks has it. */
export const webhookOperations: readonly OperationSpec[] = [
  {
    id: 'alertasWebhooksInclui',
    method: 'POST',
    path: webhooksPath,
    summary: { pt: 'Cadastrar um webhook', en: 'Register a webhook' },
    description: {
      pt: `Até ${webhookCountMax} por cliente. Cada evento é enviado por POST, assinado (Standard Webhooks), ao menos uma vez, e em ordem para cada documento. O segredo aparece só nesta resposta.`,
      en: `Up to ${webhookCountMax} a client. Each event is sent by POST, signed (Standard Webhooks), at least once, and in order for each document. The secret is shown in this answer only.`,
    },
    request: WebhookRequest,
    answer: NewWebhookAnswer,
    creates: true,
    problems: ['webhook_url_refused', 'webhooks_too_many'],
  },
  {
    id: 'alertasWebhooksLista',
    method: 'GET',
    path: webhooksPath,
    summary: { pt: 'Listar os webhooks', en: 'List the webhooks' },
    description: { pt: 'Todos, do mais novo para o mais antigo.', en: 'All of them, newest first.' },
    answer: WebhooksAnswer,
    problems: [],
  },
  {
    id: 'alertasWebhooksLe',
    method: 'GET',
    path: one,
    summary: { pt: 'Um webhook', en: 'A webhook' },
    description: {
      pt: 'Com o seu estado e, se desligado, o motivo.',
      en: 'With its state and, when it is off, the reason.',
    },
    answer: WebhookAnswer,
    problems: ['webhook_unknown'],
  },
  {
    id: 'alertasWebhooksAltera',
    method: 'PATCH',
    path: one,
    summary: { pt: 'Alterar um webhook', en: 'Change a webhook' },
    description: {
      pt: 'Endereço, eventos, rótulo, e se está ligado; null desfaz a escolha.',
      en: 'Address, events, label, and whether it is on; null takes the choice back.',
    },
    request: WebhookPatch,
    answer: WebhookAnswer,
    problems: ['webhook_unknown', 'webhook_url_refused', 'alert_busy'],
  },
  {
    id: 'alertasWebhooksExclui',
    method: 'DELETE',
    path: one,
    summary: { pt: 'Remover um webhook', en: 'Remove a webhook' },
    description: { pt: 'O que esperava envio é descartado.', en: 'What waited to be sent is dropped.' },
    answer: RemovedAnswer,
    problems: ['webhook_unknown'],
  },
  {
    id: 'alertasWebhooksRotaciona',
    method: 'POST',
    path: `${one}/rotacionar`,
    summary: { pt: 'Trocar o segredo', en: 'Rotate the secret' },
    description: {
      pt: `Por ${secretOverlapHours} horas cada mensagem leva duas assinaturas, a do segredo novo e a do anterior.`,
      en: `For ${secretOverlapHours} hours each message carries two signatures, of the new secret and of the one before.`,
    },
    answer: NewWebhookAnswer,
    creates: true,
    problems: ['webhook_unknown', 'alert_busy'],
  },
  {
    id: 'alertasWebhooksTesta',
    method: 'POST',
    path: `${one}/testar`,
    summary: { pt: 'Enviar uma mensagem de teste', en: 'Send a test message' },
    description: {
      pt: 'Envia agora uma mensagem do tipo webhook.test e diz o que o destino respondeu. Não há outra tentativa. Até dez por minuto e cliente.',
      en: 'Sends a message of type webhook.test now and says what the receiver answered. It is not tried again. Up to ten a minute and client.',
    },
    answer: WebhookTestAnswer,
    problems: ['webhook_unknown', 'rate_limited'],
  },
]

/** What we send to a webhook, as a reader of the contract sees it. */
export const webhookMessage = {
  tag: { pt: 'Alertas', en: 'Alerts' },
  summary: { pt: 'Uma ocorrência, enviada a você', en: 'An occurrence, sent to you' },
  description: {
    pt: 'Enviada ao endereço do seu webhook, assinada como manda o Standard Webhooks, ao menos uma vez e em ordem para cada documento. Há 15 segundos para responder.',
    en: 'Sent to the address of your webhook, signed as Standard Webhooks has it, at least once and in order for each document. There are 15 seconds to answer.',
  },
  headers: [
    {
      name: 'webhook-id',
      text: {
        pt: 'O id da ocorrência: o mesmo em todo envio.',
        en: 'The id of the occurrence: the same in every sending.',
      },
      schema: Type.String(),
    },
    {
      name: 'webhook-timestamp',
      text: {
        pt: 'Quando foi enviada, em segundos desde 1970.',
        en: 'When it was sent, in seconds since 1970.',
      },
      schema: Type.String({ pattern: '^\\d+$' }),
    },
    {
      name: 'webhook-signature',
      text: {
        pt: 'Uma assinatura, ou duas enquanto o segredo muda, separadas por espaço.',
        en: 'A signature, or two while the secret changes, separated by a space.',
      },
      schema: Type.String({ examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='] }),
    },
  ],
  schema: WebhookMessage,
  answers: {
    '2XX': { pt: 'Aceita.', en: 'Taken.' },
    '410': { pt: 'Desliga o webhook.', en: 'Switches the webhook off.' },
    default: { pt: 'Será enviada de novo.', en: 'It will be sent again.' },
  },
} as const satisfies {
  readonly headers: readonly Header[]
  readonly answers: Readonly<Record<string, Text>>
  readonly [name: string]: unknown
}
