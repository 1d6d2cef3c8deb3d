import type { DrawnAlert } from './alert-operations.ts'
import { RemovedAnswer } from './alert-registrations.ts'
import {
  NewWebhookAnswer,
  secretOverlapHours,
  WebhookAnswer,
  WebhookPatch,
  WebhookRequest,
  WebhooksAnswer,
  WebhookTestAnswer,
  webhookCountMax,
  webhooksPath,
} from './webhooks.ts'

const one = `${webhooksPath}/{id}`

/** Where a client's events are sent to, signed as Standard Webhooks has it. */
export const webhookOperations: readonly DrawnAlert[] = [
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
      pt: 'Envia agora uma mensagem do tipo webhook.test e diz o que o destino respondeu. Não há outra tentativa.',
      en: 'Sends a message of type webhook.test now and says what the receiver answered. It is not tried again.',
    },
    answer: WebhookTestAnswer,
    problems: ['webhook_unknown'],
  },
]
