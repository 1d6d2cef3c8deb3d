import { type Static, Type } from 'typebox'
import { sourceCalls } from '../clients/usage.ts'
import { described, leaf } from '../leaves.ts'
import { success } from '../reports/queries.ts'
import { environment, idText, operatorPageMax } from './operator-parts.ts'
import { payers } from './source-kinds.ts'

/** The document travels in the body, because addresses end up in logs. */
export const TrailSearchRequest = Type.Object(
  {
    environment,
    documento: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        ...described({ pt: 'CPF ou CNPJ consultado.', en: 'CPF or CNPJ consulted.' }),
      }),
    ),
    clientId: Type.Optional(idText(64, { pt: 'Só deste cliente.', en: 'Of this client only.' })),
    requestId: Type.Optional(idText(64, { pt: 'Só desta chamada.', en: 'Of this call only.' })),
    from: Type.Optional(leaf.instant({ pt: 'Desde este momento.', en: 'From this moment on.' })),
    until: Type.Optional(leaf.instant({ pt: 'Até este momento.', en: 'Up to this moment.' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: operatorPageMax })),
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { additionalProperties: false, $id: 'TrailSearchRequest' },
)
export type TrailSearchRequest = Static<typeof TrailSearchRequest>

export const TrailRecord = Type.Object(
  {
    record: Type.String({
      examples: ['1042.3'],
      ...described({ pt: 'Elo e lugar na cadeia.', en: 'Link and place in the chain.' }),
    }),
    at: leaf.instant({ pt: 'Quando.', en: 'When.' }),
    clientId: Type.String(),
    clientName: Type.Optional(Type.String()),
    userId: Type.Optional(
      Type.String(
        described({ pt: 'Quem perguntou, se era uma pessoa.', en: 'Who asked, if it was a person.' }),
      ),
    ),
    userName: Type.Optional(Type.String()),
    document: Type.Optional(
      Type.String(
        described({
          pt: 'Mascarado, salvo quando a busca foi por ele.',
          en: 'Masked, unless the search was by it.',
        }),
      ),
    ),
    product: Type.String(),
    features: Type.Array(Type.String()),
    purpose: Type.String(),
    outcome: Type.String(),
    coverage: Type.Optional(
      Type.String({
        examples: ['partial listingP; none check, notary'],
        ...described({
          pt: 'A cobertura do relatório respondido: complete, ou as seções parciais e as que nenhuma fonte cobria.',
          en: 'The coverage of the report: complete, or the partial sections and those that no source covered.',
        }),
      }),
    ),
    billed: Type.Boolean(),
    amount: leaf.money({ pt: 'O valor cobrado.', en: 'The amount billed.' }),
    address: Type.String(described({ pt: 'De onde veio.', en: 'Where it came from.' })),
    requestId: Type.String(),
    reopens: Type.Optional(
      Type.String(
        described({
          pt: 'Se um relatório guardado foi reaberto, o X-Request-Id da consulta que o deu; num ensaio de política, rehearsal: e quantos foram lidos.',
          en: 'Where a kept report was opened again, the X-Request-Id of the query that gave it; of a rehearsal of a policy, rehearsal: and how many were read.',
        }),
      ),
    ),
    costs: Type.Optional(
      Type.Array(
        Type.Object({ ...sourceCalls, paidBy: Type.Enum([...payers]) }),
        described({
          pt: 'As fontes declaradas que foram chamadas, o que custaram e quem pagou.',
          en: 'The declared sources that were called, what they cost, and who paid.',
        }),
      ),
    ),
  },
  { $id: 'TrailRecord' },
)
export type TrailRecord = Static<typeof TrailRecord>

export const TrailSearchAnswer = success(
  Type.Object({
    records: Type.Array(TrailRecord),
    cursor: Type.Optional(
      Type.String(
        described({
          pt: 'Há mais a procurar: repita a busca com ele, mesmo se esta página veio vazia.',
          en: 'There is more to look through: search again with it, even if this page came empty.',
        }),
      ),
    ),
  }),
)

export const TrailVerification = Type.Object(
  {
    id: Type.String(),
    environment,
    state: Type.Enum(['running', 'whole', 'differing', 'broken', 'failed'], {
      ...described({
        pt: 'running percorre; whole é íntegra; differing é íntegra, mas o que se deriva dela não diz o mesmo; broken está rompida; failed não terminou.',
        en: 'running walks it; whole is sound; differing is sound, but what is derived from it says otherwise; broken is not; failed did not finish.',
      }),
    }),
    links: Type.Integer(described({ pt: 'Elos percorridos.', en: 'Links walked.' })),
    linksTotal: Type.Integer(described({ pt: 'Elos ao começar.', en: 'Links when it began.' })),
    records: Type.Integer(described({ pt: 'Registros íntegros.', en: 'Sound records.' })),
    head: Type.Optional(
      Type.String(
        described({
          pt: 'Hash do selo mais novo; sem selo, do último elo íntegro.',
          en: 'Hash of the newest seal; without one, of the last sound link.',
        }),
      ),
    ),
    broken: Type.Optional(
      Type.Object(
        { number: Type.Integer(), place: Type.Integer() },
        described({ pt: 'O primeiro registro rompido.', en: 'The first broken record.' }),
      ),
    ),
    differences: Type.Optional(
      Type.Array(
        Type.Object({
          kind: Type.Enum(
            [
              'usage',
              'index',
              'owners',
              'end',
              'seal_missing',
              'seal_changed',
              'lane_cut',
              'lane_missing',
              'lane_rewritten',
              'archive_changed',
              'kept_changed',
            ],
            described({
              pt: 'usage: o consumo de um cliente num dia; index: o índice por documento, entre dois elos; owners: o índice das consultas próprias; end: o fim de uma cadeia foi cortado; seal_missing, seal_changed: falta um selo, ou não é o que foi escrito; lane_cut, lane_missing: uma faixa selada termina antes, ou não existe mais; lane_rewritten: elos encadeados que não são os que foram selados; archive_changed: o que a trilha sabe do arquivo de um mês não é o que foi escrito; kept_changed: registros de um mês arquivado, que ficam por quinze anos, não são os que ficaram.',
              en: "usage: a client's usage on a day; index: the index by document, between two links; owners: the index of one's own consultations; end: the end of a chain was cut off; seal_missing, seal_changed: a seal is missing, or is not what was written; lane_cut, lane_missing: a sealed lane ends earlier, or is gone; lane_rewritten: chained links that are not those that were sealed; archive_changed: what the trail knows of a month's archive is not what was written; kept_changed: records of an archived month, kept for fifteen years, are not those that stayed.",
            }),
          ),
          clientId: Type.Optional(Type.String()),
          day: Type.Optional(Type.String()),
          month: Type.Optional(
            Type.String(described({ pt: 'O mês do arquivo.', en: 'The month of the archive.' })),
          ),
          lane: Type.Optional(
            Type.Integer(
              described({
                pt: 'A faixa: a cadeia que um processo escreve.',
                en: 'The lane: the chain that one process writes.',
              }),
            ),
          ),
          fromNumber: Type.Optional(Type.Integer()),
          untilNumber: Type.Optional(Type.Integer()),
          number: Type.Optional(
            Type.Integer(
              described({
                pt: 'Até que elo se escreveu, ao menos; ou o número do selo.',
                en: 'Up to which link was written, at least; or the number of the seal.',
              }),
            ),
          ),
        }),
        described({
          pt: 'O que os selos, ou o que se deriva dos elos, não dizem igual a eles.',
          en: 'Where the seals, or what is derived from the links, do not say what the links say.',
        }),
      ),
    ),
    holdsExpected: Type.Optional(
      Type.Boolean(
        described({
          pt: 'Se o selo ou elo anotado está na trilha.',
          en: 'Whether the seal or link written down is in the trail.',
        }),
      ),
    ),
    startedBy: Type.String(described({ pt: 'Quem a pediu.', en: 'Who asked for it.' })),
    startedAt: leaf.instant({ pt: 'Quando começou.', en: 'When it began.' }),
    endedAt: Type.Optional(leaf.instant({ pt: 'Quando terminou.', en: 'When it ended.' })),
  },
  { $id: 'TrailVerification' },
)
export type TrailVerification = Static<typeof TrailVerification>

export const VerificationRequest = Type.Object(
  {
    environment,
    expect: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{64}$',
        ...described({
          pt: 'Um selo ou elo anotado antes, que deve estar na trilha.',
          en: 'A seal or link written down before, which must be in the trail.',
        }),
      }),
    ),
  },
  { additionalProperties: false, $id: 'VerificationRequest' },
)
export type VerificationRequest = Static<typeof VerificationRequest>

/** Where each chain stands, and what the last walk over it found. */
export const TrailStatus = Type.Object(
  {
    environment,
    lastLink: Type.Integer(
      described({ pt: 'Quantos elos há; 0 se vazia.', en: 'How many links there are; 0 if empty.' }),
    ),
    head: Type.Optional(
      Type.String(
        described({
          pt: 'Hash do selo mais novo, para anotar; sem selo, do último elo.',
          en: 'Hash of the newest seal, to write down; without one, of the last link.',
        }),
      ),
    ),
    lastAt: Type.Optional(leaf.instant({ pt: 'Hora do último registro.', en: 'Time of the last record.' })),
    verification: Type.Optional(TrailVerification),
  },
  { $id: 'TrailStatus' },
)
export type TrailStatus = Static<typeof TrailStatus>

export const TrailStatusAnswer = success(Type.Object({ chains: Type.Array(TrailStatus) }))
export const TrailVerificationAnswer = success(TrailVerification)
