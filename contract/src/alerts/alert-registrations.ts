import { type Static, type TSchema, Type } from 'typebox'
import { codesOf } from '../codes-of.ts'
import { datePattern, described, leaf, linePattern } from '../leaves.ts'
import { csv, ndjson } from '../listings/batches.ts'
import { mailboxLengthMax, mailboxPattern } from '../mailbox.ts'
import { policyLimits } from '../policies/policy-limits.ts'
import { success } from '../reports/queries.ts'
import type { Text } from '../text.ts'
import { alertEventNames } from './alert-events.ts'
import { EventChoice, Occurrence } from './alerts.ts'

/** How many lines one body of registrations may have; more go in another. */
export const watchLineCountMax = 100_000

/** Each is read for every alert of its client, so they are few; a mailing list takes the rest. */
export const alertEmailCountMax = 100

/** More than that is a reason to be told of all. */
const emailDocumentCountMax = 1_000

const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema)
/** null takes a choice back. */
const orNothing = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]))

const documento = Type.String({
  minLength: 1,
  maxLength: 64,
  examples: ['52998224725'],
  ...described({ pt: 'CPF ou CNPJ, com ou sem máscara.', en: 'CPF or CNPJ, with or without its mask.' }),
})
const label = Type.String({
  minLength: 1,
  maxLength: 60,
  pattern: linePattern,
  examples: ['Cliente 1001'],
  ...described({
    pt: 'Um rótulo seu, que volta nos alertas.',
    en: 'A label of yours, which comes back in alerts.',
  }),
})
const until = Type.String({
  format: 'date',
  pattern: datePattern,
  examples: ['2027-03-31'],
  ...described({ pt: 'Último dia de acompanhamento.', en: 'Last day on which it is watched.' }),
})
const policy = Type.String({
  minLength: 1,
  maxLength: policyLimits.nameLengthMax,
  pattern: linePattern,
  examples: ['furniture-shop'],
  ...described({
    pt: 'O nome de uma política sua. Roda de novo sobre o que temos quando algo muda; se o resultado for outro, há decision.changed. Nada é consultado nem cobrado.',
    en: 'The name of a policy of yours. It runs again on what we hold when something changes; where the outcome differs there is decision.changed. Nothing is queried or billed.',
  }),
})

export const WatchRequest = Type.Object(
  {
    documento,
    events: optional(EventChoice),
    label: optional(label),
    until: optional(until),
    policy: optional(policy),
  },
  { additionalProperties: false, $id: 'WatchRequest' },
)
export type WatchRequest = Static<typeof WatchRequest>

export const WatchPatch = Type.Object(
  {
    events: orNothing(EventChoice),
    label: orNothing(label),
    until: orNothing(until),
    policy: orNothing(policy),
  },
  { additionalProperties: false, minProperties: 1, $id: 'WatchPatch' },
)
export type WatchPatch = Static<typeof WatchPatch>

export const Watch = Type.Object(
  {
    id: Type.String(described({ pt: 'Identifica o cadastro.', en: 'Identifies the registration.' })),
    documento: Type.String(),
    events: Type.Array(Type.Enum([...alertEventNames])),
    label: optional(Type.String()),
    until: optional(Type.String()),
    policy: optional(
      Type.String(described({ pt: 'A política que o acompanha.', en: 'The policy that goes with it.' })),
    ),
    active: Type.Boolean(described({ pt: 'Falso depois do último dia.', en: 'False after its last day.' })),
    createdAt: leaf.instant({ pt: 'Quando foi feito.', en: 'When it was made.' }),
  },
  { $id: 'Watch' },
)
export type Watch = Static<typeof Watch>

export const WatchAnswer = success(Watch)
const cursor = optional(Type.String(described({ pt: 'Para a página seguinte.', en: 'For the next page.' })))
export const WatchesAnswer = success(Type.Object({ documents: Type.Array(Watch), cursor }))
export const RemovedAnswer = success(
  Type.Object({ id: Type.String(described({ pt: 'O que foi removido.', en: 'What was removed.' })) }),
)

/** What became of one line: an existing registration is left as it is. */
export const WatchLine = Type.Union([
  Type.Object({
    line: Type.Integer({ minimum: 1 }),
    status: Type.Enum(['created', 'existing']),
    id: Type.String(described({ pt: 'O id do cadastro.', en: 'The id of the registration.' })),
  }),
  Type.Object({
    line: Type.Integer({ minimum: 1 }),
    status: Type.Literal('invalid'),
    errors: Type.Array(Type.Object({ field: Type.String(), code: Type.String(), message: Type.String() })),
  }),
])
export type WatchLine = Static<typeof WatchLine>

/** The last line: where it is missing, the answer was cut. */
export const WatchLinesEnd = Type.Object({
  end: Type.Object({
    lines: Type.Integer(),
    created: Type.Integer(),
    existing: Type.Integer(),
    invalid: Type.Integer(),
  }),
})
export type WatchLinesEnd = Static<typeof WatchLinesEnd>

export const watchLineTypes = [ndjson, csv] as const

const email = Type.String({
  maxLength: mailboxLengthMax,
  pattern: mailboxPattern,
  examples: ['credito@exemplo.com.br'],
  ...described({
    pt: 'Quem o tem confirma antes do primeiro alerta.',
    en: 'Its owner confirms before the first alert.',
  }),
})
const documents = Type.Array(documento, {
  minItems: 1,
  maxItems: emailDocumentCountMax,
  ...described({
    pt: 'Só destes documentos; de todos quando ausente.',
    en: 'Of these documents alone; of all when absent.',
  }),
})
const digest = Type.Enum(['each', 'daily'], {
  ...described({
    pt: 'each: um e-mail por alerta (padrão). daily: um por dia, às 8h de São Paulo.',
    en: 'each: a mail for each alert (default). daily: one a day, at 8:00 in São Paulo.',
  }),
})
const language = Type.Enum(['pt', 'en'], {
  ...described({
    pt: 'Idioma dos e-mails; o de Accept-Language quando ausente.',
    en: 'Language of the mails; that of Accept-Language when absent.',
  }),
})

export const AlertEmailRequest = Type.Object(
  {
    email,
    events: optional(EventChoice),
    documents: optional(documents),
    digest: optional(digest),
    language: optional(language),
  },
  { additionalProperties: false, $id: 'AlertEmailRequest' },
)
export type AlertEmailRequest = Static<typeof AlertEmailRequest>

export const AlertEmailPatch = Type.Object(
  {
    events: orNothing(EventChoice),
    documents: orNothing(documents),
    digest: optional(digest),
    language: optional(language),
    paused: optional(
      Type.Boolean(
        described({
          pt: 'true para; false retoma, também depois de devoluções.',
          en: 'true pauses; false resumes, also after bounces.',
        }),
      ),
    ),
  },
  { additionalProperties: false, minProperties: 1, $id: 'AlertEmailPatch' },
)
export type AlertEmailPatch = Static<typeof AlertEmailPatch>

/** Where an e-mail address stands. */
export const alertEmailStates = {
  unconfirmed: { pt: 'Espera a confirmação de quem o tem.', en: 'Waits for its owner to confirm.' },
  active: { pt: 'Recebe alertas.', en: 'Receives alerts.' },
  paused: { pt: 'Parado; pause diz por quê.', en: 'Paused; pause says why.' },
  unsubscribed: {
    pt: 'Quem o tem pediu para não receber. Só ele volta atrás: remova e cadastre de novo.',
    en: 'Its owner asked to receive nothing. Only they take it back: remove it and register it again.',
  },
} as const satisfies Record<string, Text>

/** Why an address is paused. */
export const pauseReasons = {
  client: { pt: 'A seu pedido.', en: 'At your request.' },
  bounced: {
    pt: 'O servidor do destinatário recusou mensagens seguidas.',
    en: "The recipient's server refused one message after another.",
  },
} as const satisfies Record<string, Text>

export const AlertEmail = Type.Object(
  {
    id: Type.String(described({ pt: 'Identifica o cadastro.', en: 'Identifies the registration.' })),
    email: Type.String(),
    events: Type.Array(Type.Enum([...alertEventNames])),
    documents: optional(Type.Array(Type.String())),
    digest,
    language,
    state: Type.Enum(codesOf(alertEmailStates), {
      ...described({ pt: 'Em que ponto está.', en: 'Where it stands.' }),
    }),
    pause: optional(
      Type.Object({
        code: Type.Enum(codesOf(pauseReasons)),
        reason: Type.String(),
        answer: optional(
          Type.String(described({ pt: 'O que o servidor disse.', en: 'What the server said.' })),
        ),
      }),
    ),
    bounces: Type.Integer(
      described({ pt: 'Recusas desde o último aceito.', en: 'Refusals since the last that was taken.' }),
    ),
    confirmedAt: optional(leaf.instant({ pt: 'Quando foi confirmado.', en: 'When it was confirmed.' })),
    createdAt: leaf.instant({ pt: 'Quando foi feito.', en: 'When it was made.' }),
  },
  { $id: 'AlertEmail' },
)
export type AlertEmail = Static<typeof AlertEmail>

export const AlertEmailAnswer = success(AlertEmail)
export const AlertEmailsAnswer = success(Type.Object({ emails: Type.Array(AlertEmail), cursor }))

export const SandboxEventRequest = Type.Object(
  {
    documento,
    event: Type.Enum([...alertEventNames], {
      ...described({ pt: 'O evento a provocar.', en: 'The event to trigger.' }),
    }),
  },
  { additionalProperties: false, $id: 'SandboxEventRequest' },
)
export type SandboxEventRequest = Static<typeof SandboxEventRequest>

export const SandboxEventAnswer = success(
  Type.Object({
    occurrences: Type.Array(Occurrence, {
      ...described({
        pt: 'A ocorrência criada; nenhuma, se você não acompanha o documento ou o evento.',
        en: 'The occurrence made; none when you do not watch the document, or not for this event.',
      }),
    }),
  }),
)
