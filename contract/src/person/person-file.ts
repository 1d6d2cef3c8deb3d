import { type Static, Type } from 'typebox'
import { described, leaf, oneLine } from '../leaves.ts'
import { ListingStatus } from '../listings/listings.ts'
import { outcomes } from '../policies/policy.ts'
import { IdentificationReport, QSAReport } from '../reports/company.ts'
import { Partner, PublicDebt, Sanctions } from '../reports/occurrences.ts'
import { purposes } from '../reports/purposes.ts'
import { success } from '../reports/queries.ts'
import { Registration } from '../reports/registration.ts'
import { Cheque, NegativeItem, Protest, Subject } from '../reports/subject.ts'
import { documentOfPerson, identityChecked, PersonRequest } from './person-requests.ts'

export const PersonFileRequest = Type.Object(
  {
    documento: documentOfPerson,
    identity: identityChecked,
    reason: oneLine(
      200,
      { pt: 'O motivo; fica no pedido.', en: 'The reason; it stays with the request.' },
      'Pedido do titular por telefone',
    ),
  },
  { additionalProperties: false, $id: 'PersonFileRequest' },
)
export type PersonFileRequest = Static<typeof PersonFileRequest>

/** Where something that is held came from, and whom to ask about it. */
export const FileSource = Type.Object(
  {
    name: Type.String({
      examples: ['bureau'],
      ...described({
        pt: 'bureau é a base que o operador carrega.',
        en: 'bureau is the base that the operator loads.',
      }),
    }),
    text: Type.String(described({ pt: 'Em palavras.', en: 'In words.' })),
    contact: Type.Optional(Type.String(described({ pt: 'Com quem falar.', en: 'Whom to ask.' }))),
  },
  { $id: 'FileSource' },
)
export type FileSource = Static<typeof FileSource>

/** Whether a report shows what was loaded, and until when it may. */
const shown = {
  shown: Type.Boolean(
    described({ pt: 'Se um relatório o mostra hoje.', en: 'Whether a report shows it today.' }),
  ),
  shownUntil: leaf.date({ pt: 'Último dia em que pode aparecer.', en: 'The last day on which it may show.' }),
}

export const FileConsultation = Type.Object(
  {
    at: leaf.instant({ pt: 'Quando.', en: 'When.' }),
    clientId: Type.String(),
    clientName: Type.Optional(Type.String(described({ pt: 'Quem consultou.', en: 'Who consulted.' }))),
    purpose: Type.Object(
      { code: Type.String({ examples: Object.keys(purposes).slice(0, 1) }), text: Type.String() },
      described({ pt: 'Por quê.', en: 'Why.' }),
    ),
    product: Type.String(described({ pt: 'O relatório pedido.', en: 'The report asked for.' })),
    outcome: Type.String(
      described({
        pt: 'answered, degraded, alerted (um aviso), tested (o operador testou uma fonte), ou o código da recusa; replayed (a mesma de novo) em registros antigos.',
        en: 'answered, degraded, alerted (an alert), tested (the operator tried a source), or the code of the refusal; replayed (the same again) in old records.',
      }),
    ),
    shown: Type.Boolean(
      described({ pt: 'Se algo do titular foi mostrado.', en: 'Whether anything of the person was shown.' }),
    ),
    decision: Type.Optional(
      Type.Object(
        {
          id: Type.String(
            described({
              pt: 'O número por que quem decidiu a encontra.',
              en: 'The number by which whoever decided finds it.',
            }),
          ),
          outcome: Type.Enum(
            [...outcomes],
            described({ pt: 'O resultado que vale.', en: 'The outcome that stands.' }),
          ),
          reviewed: Type.Boolean(
            described({ pt: 'Se uma pessoa já a reviu.', en: 'Whether a person has reviewed it.' }),
          ),
        },
        described({
          pt: 'A decisão automática em que a consulta terminou (LGPD, art. 20); ausente quando não houve.',
          en: 'The automated decision that the consultation ended in (LGPD, art. 20); absent where there was none.',
        }),
      ),
    ),
  },
  { $id: 'FileConsultation' },
)
export type FileConsultation = Static<typeof FileConsultation>

export const FileListing = Type.Object(
  {
    role: Type.Enum(['principal', 'guarantor'], {
      ...described({ pt: 'Devedor principal ou avalista.', en: 'Main debtor or guarantor.' }),
    }),
    clientName: Type.Optional(
      Type.String(described({ pt: 'Quem enviou a anotação.', en: 'Who sent the listing.' })),
    ),
    listing: ListingStatus,
  },
  { $id: 'FileListing' },
)
export type FileListing = Static<typeof FileListing>

/** What one public register says of a company, where a report of it would show it. */
export const FilePublicData = Type.Object(
  {
    source: FileSource,
    date: Type.Optional(leaf.date({ pt: 'De quando são os dados.', en: 'Of when the data is.' })),
    unavailable: Type.Optional(
      Type.Literal(true, {
        ...described({
          pt: 'Os dados não puderam ser lidos agora: peça de novo.',
          en: 'The data could not be read now: ask again.',
        }),
      }),
    ),
    report: Type.Partial(
      Type.Object({
        registration: Registration,
        identificationReport: IdentificationReport,
        QSAReport,
        partner: Partner,
        publicDebt: PublicDebt,
        sanctions: Sanctions,
      }),
      described({
        pt: 'Os blocos de um relatório, com listas inteiras; vazio quando nada consta.',
        en: 'The blocks of a report, with whole lists; empty where there is nothing on file.',
      }),
    ),
  },
  { $id: 'FilePublicData' },
)
export type FilePublicData = Static<typeof FilePublicData>

/** Everything that production holds of a person or company. Nothing of the sandbox, where people are invented. */
export const PersonFile = Type.Object(
  {
    documento: Type.String(),
    documentType: Type.Enum(['CPF', 'CNPJ']),
    writtenAt: leaf.instant({ pt: 'Quando foi reunido.', en: 'When it was put together.' }),
    access: Type.Object(
      {
        requestId: Type.String(),
        requestedAt: leaf.instant({ pt: 'Quando foi pedido.', en: 'When it was asked for.' }),
        givenAt: leaf.instant({
          pt: 'Quando foi entregue, por inteiro.',
          en: 'When the whole of it was given.',
        }),
        completeBy: leaf.date({
          pt: 'Até quando a lei dava prazo (LGPD, art. 19).',
          en: 'By when the law asked for it (LGPD, art. 19).',
        }),
      },
      described({ pt: 'O pedido de acesso.', en: 'The request for access.' }),
    ),
    registration: Type.Optional(
      Type.Object({
        source: FileSource,
        data: Type.Omit(Registration, ['documentNumber', 'coverage', 'copiedAt', 'error']),
      }),
    ),
    company: Type.Optional(
      Type.Object({
        source: FileSource,
        identification: Type.Optional(Type.Omit(IdentificationReport, ['coverage', 'copiedAt', 'error'])),
        partners: Type.Optional(Subject.properties.partners),
      }),
    ),
    participations: Type.Array(
      Type.Partial(
        Type.Object({
          companyDocument: Type.String(),
          companyName: Type.String(),
          statusRegistration: Type.String(),
          sinceDate: Type.String(),
          capitalTotalValue: Type.String(),
        }),
      ),
      described({
        pt: 'Empresas em que consta como sócio.',
        en: 'Companies that name it as a partner.',
      }),
    ),
    publicData: Type.Array(
      FilePublicData,
      described({
        pt: 'O que registros públicos dizem da empresa. De pessoas eles publicam o número mascarado, e nada se encontra por ele.',
        en: 'What public registers say of the company. Of people they publish a masked number, and nothing is found by it.',
      }),
    ),
    listings: Type.Array(
      FileListing,
      described({
        pt: 'Anotações em qualquer estado, com comunicados e histórico.',
        en: 'Listings in every state, with notices and history.',
      }),
    ),
    loaded: Type.Object(
      {
        source: FileSource,
        debts: Type.Array(Type.Object({ ...NegativeItem.properties, ...shown })),
        cheques: Type.Array(Type.Object({ ...Cheque.properties, ...shown })),
        protests: Type.Array(Type.Object({ ...Protest.properties, ...shown })),
      },
      described({
        pt: 'Dados negativos carregados, também os que já não aparecem.',
        en: 'Negative data that was loaded, also what is no longer shown.',
      }),
    ),
    consultations: Type.Object(
      {
        from: leaf.date({ pt: 'Desde.', en: 'Since.' }),
        all: Type.Array(FileConsultation),
      },
      described({
        pt: 'Quem consultou nos últimos seis meses, e por quê.',
        en: 'Who consulted in the last six months, and why.',
      }),
    ),
    monitoring: Type.Array(
      Type.Object({
        clientId: Type.String(),
        clientName: Type.Optional(Type.String()),
        since: leaf.instant({ pt: 'Desde.', en: 'Since.' }),
        until: Type.Optional(leaf.date({ pt: 'Até.', en: 'Until.' })),
      }),
      described({
        pt: 'Quem acompanha o documento e é avisado do que muda.',
        en: 'Who watches the document and is told what changes.',
      }),
    ),
    requests: Type.Array(
      PersonRequest,
      described({
        pt: 'Pedidos do titular: acessos, contestações, correções.',
        en: 'Requests of the person: access, disputes, corrections.',
      }),
    ),
  },
  { $id: 'PersonFile' },
)
export type PersonFile = Static<typeof PersonFile>

export const PersonFileAnswer = success(PersonFile)
