import { type Static, type TSchema, Type } from 'typebox'
import { codesOf } from '../codes-of.ts'
import { described, linePattern } from '../leaves.ts'
import { success } from '../reports/queries.ts'
import type { Text } from '../text.ts'
import { alertEventNames } from './alert-events.ts'
import { alertsPath, EventChoice, Occurrence } from './alerts.ts'

export const webhooksPath = `${alertsPath}/webhooks`

/** As many as a client may have: each event goes to every one of them. */
export const webhookCountMax = 20

/** How long a rotated secret signs beside the new one. */
export const secretOverlapHours = 24

/** Why nothing is sent to an address. */
export const webhookUrlFaults = {
  url: {
    pt: 'não é um endereço http ou https de até 2048 caracteres, sem fragmento (#)',
    en: 'it is not an http or https address of up to 2048 characters without a fragment (#)',
  },
  https: { pt: 'em produção o endereço é https', en: 'in production the address is https' },
  credentials: {
    pt: 'há usuário ou senha no endereço; a assinatura de cada mensagem os substitui',
    en: 'there is a user or password in the address; the signature of each message takes their place',
  },
  port: { pt: 'a porta é 80, 443 ou de 1024 em diante', en: 'the port is 80, 443, or 1024 and up' },
  private: {
    pt: 'o endereço leva a uma rede que não é pública',
    en: 'the address leads into a network that is not public',
  },
  unresolved: { pt: 'o nome não leva a endereço algum', en: 'the name leads to no address' },
} as const satisfies Record<string, Text>
export type WebhookUrlFault = keyof typeof webhookUrlFaults

/** Why a webhook gets nothing. */
export const webhookOffReasons = {
  client: { pt: 'Desligado a seu pedido.', en: 'Switched off at your request.' },
  gone: {
    pt: 'O destino respondeu 410: não quer mais mensagens.',
    en: 'The receiver answered 410: it wants no more messages.',
  },
  failing: {
    pt: 'Por três dias toda mensagem falhou, até a última tentativa.',
    en: 'For three days every message failed, to its last attempt.',
  },
} as const satisfies Record<string, Text>
export type WebhookOffReason = keyof typeof webhookOffReasons

/** Why a receiver gave no status. */
export const sendFaults = {
  address_refused: {
    pt: 'O endereço leva aonde não enviamos.',
    en: 'The address leads where we do not send.',
  },
  timeout: { pt: 'Não respondeu em 15 segundos.', en: 'It did not answer within 15 seconds.' },
  unreachable: { pt: 'Não atendeu, ou cortou a conexão.', en: 'It did not pick up, or cut the connection.' },
  tls_failed: { pt: 'O certificado não serve.', en: 'Its certificate does not serve.' },
  answer_malformed: { pt: 'O que respondeu não é HTTP.', en: 'What it answered is not HTTP.' },
} as const satisfies Record<string, Text>
export type SendFault = keyof typeof sendFaults

const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema)
const instant = (of: Text) =>
  Type.String({ format: 'date-time', examples: ['2026-03-10T12:00:00-03:00'], ...described(of) })

const Url = Type.String({
  minLength: 1,
  maxLength: 2_048,
  examples: ['https://sistema.exemplo.com.br/lastro'],
  ...described({ pt: 'Aonde enviar.', en: 'Where to send.' }),
})
const Label = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: linePattern,
  ...described({ pt: 'Um nome para você.', en: 'A name for you.' }),
})

export const WebhookRequest = Type.Object(
  { url: Url, events: optional(EventChoice), label: optional(Label) },
  { additionalProperties: false, $id: 'WebhookRequest' },
)
export type WebhookRequest = Static<typeof WebhookRequest>

export const WebhookPatch = Type.Object(
  {
    url: optional(Url),
    events: optional(Type.Union([EventChoice, Type.Null()])),
    label: optional(Type.Union([Label, Type.Null()])),
    enabled: optional(
      Type.Boolean(
        described({
          pt: 'false desliga; true liga de novo. O que se perdeu no meio pode ser reenviado.',
          en: 'false switches off; true switches on again. What was missed meanwhile can be sent again.',
        }),
      ),
    ),
  },
  { additionalProperties: false, minProperties: 1, $id: 'WebhookPatch' },
)
export type WebhookPatch = Static<typeof WebhookPatch>

const members = {
  id: Type.String(),
  url: Url,
  events: Type.Array(Type.Enum([...alertEventNames])),
  label: optional(Label),
  enabled: Type.Boolean(described({ pt: 'Se recebe mensagens.', en: 'Whether it gets messages.' })),
  off: optional(
    Type.Object(
      {
        reason: Type.Enum(codesOf(webhookOffReasons)),
        message: Type.String(),
        at: instant({ pt: 'Quando.', en: 'When.' }),
      },
      described({ pt: 'Por que não recebe.', en: 'Why it gets none.' }),
    ),
  ),
  failingSince: optional(
    instant({ pt: 'Desde quando toda tentativa falha.', en: 'Since when every attempt has failed.' }),
  ),
  previousSecretUntil: optional(
    instant({ pt: 'Até quando o segredo anterior assina.', en: 'Until when the previous secret signs.' }),
  ),
  createdAt: instant({ pt: 'Quando foi criado.', en: 'When it was created.' }),
}

export const Webhook = Type.Object(members, { $id: 'Webhook' })
export type Webhook = Static<typeof Webhook>

const secret = Type.String({
  pattern: '^whsec_[A-Za-z0-9+/]+=*$',
  ...described({
    pt: 'Confere as assinaturas. Mostrado só aqui: guarde-o.',
    en: 'Verifies the signatures. Shown here only: keep it.',
  }),
})

export const WebhookWithSecret = Type.Object({ ...members, secret }, { $id: 'WebhookWithSecret' })
export type WebhookWithSecret = Static<typeof WebhookWithSecret>

/** The body of each message. Its `webhook-id` is the id of the occurrence, the same however often it is sent. */
export const WebhookMessage = Type.Object(
  {
    type: Type.Enum([...alertEventNames]),
    timestamp: instant({ pt: 'Quando foi registrada.', en: 'When it was recorded.' }),
    data: Occurrence,
  },
  { $id: 'WebhookMessage' },
)
export type WebhookMessage = Static<typeof WebhookMessage>

/** The type of a message that only tests the way. */
export const testMessageType = 'webhook.test'

/** What came of a test message, sent while the caller waits. */
export const WebhookTest = Type.Object(
  {
    delivered: Type.Boolean(described({ pt: 'Se respondeu 2xx.', en: 'Whether it answered 2xx.' })),
    messageId: Type.String(described({ pt: 'O webhook-id enviado.', en: 'The webhook-id that was sent.' })),
    durationMs: Type.Integer(),
    status: optional(Type.Integer()),
    excerpt: optional(
      Type.String(described({ pt: 'O começo da resposta.', en: 'The beginning of the answer.' })),
    ),
    error: optional(Type.Object({ code: Type.Enum(codesOf(sendFaults)), message: Type.String() })),
  },
  { $id: 'WebhookTest' },
)
export type WebhookTest = Static<typeof WebhookTest>

export const WebhookAnswer = success(Webhook)
export const NewWebhookAnswer = success(WebhookWithSecret)
export const WebhooksAnswer = success(Type.Object({ webhooks: Type.Array(Webhook) }))
export const WebhookTestAnswer = success(WebhookTest)
