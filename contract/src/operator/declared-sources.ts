import { type Static, Type } from 'typebox'
import { described, leaf } from '../leaves.ts'
import { success } from '../reports/queries.ts'
import { sectionIds } from '../reports/sections.ts'
import { sourceFaults } from '../reports/source-faults.ts'
import { callFaultCodes } from './call-faults.ts'
import { idText } from './operator-parts.ts'
import { breakerStates, sourceKindNames, sourceNamePattern } from './source-kinds.ts'

/** As many as an operator has contracts with; each has a pool of connections in every process. */
export const sourceCountMax = 50

const cents = (maximum: number, pt: string, en: string) =>
  Type.Integer({ minimum: 0, maximum, ...described({ pt, en }) })

export const sourceName = Type.String({
  pattern: sourceNamePattern,
  examples: ['biro-parceiro'],
  ...described({
    pt: 'O nome em X-Report-Sources, medidas e contratos.',
    en: 'The name in X-Report-Sources, figures and contracts.',
  }),
})

const Credentials = Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 4_096 }), {
  ...described({
    pt: 'As que o tipo pede. Ficam cifradas e não se leem de volta.',
    en: 'Those that the kind takes. They are kept encrypted and are not read back.',
  }),
})

const terms = {
  name: sourceName,
  kind: Type.Enum([...sourceKindNames], described({ pt: 'O tipo de fonte.', en: 'The kind of source.' })),
  url: Type.String({
    minLength: 1,
    maxLength: 2_048,
    examples: ['https://biro.exemplo.com.br'],
    ...described({ pt: 'Onde responde.', en: 'Where it answers.' }),
  }),
  sections: Type.Optional(
    Type.Array(Type.Enum([...sectionIds]), {
      minItems: 1,
      uniqueItems: true,
      ...described({
        pt: 'Só estas seções; todas as que o tipo responde, quando ausente.',
        en: 'These sections only; all that the kind answers when absent.',
      }),
    }),
  ),
}

const limits = {
  concurrency: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    ...described({ pt: 'Chamadas ao mesmo tempo.', en: 'Calls at a time.' }),
  }),
  clientConcurrency: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    ...described({ pt: 'Das quais por cliente.', en: 'Of which for one client.' }),
  }),
  timeoutMs: Type.Integer({
    minimum: 100,
    maximum: 60_000,
    ...described({
      pt: 'Milissegundos de uma chamada, dentro do prazo do relatório.',
      en: "Milliseconds of a call, inside the report's deadline.",
    }),
  }),
  price: cents(
    100_000_000,
    'Centavos que custa uma consulta à fonte.',
    'Cents that a query to the source costs.',
  ),
}

const monthlyBudget = Type.Optional(
  cents(
    10_000_000_000,
    'Centavos que o operador gasta por mês no máximo; sem limite, quando ausente.',
    'Cents that the operator spends in a month at most; no limit when absent.',
  ),
)

export const NewSourceRequest = Type.Object(
  {
    ...terms,
    credentials: Type.Optional(Credentials),
    concurrency: Type.Optional(limits.concurrency),
    clientConcurrency: Type.Optional(limits.clientConcurrency),
    timeoutMs: Type.Optional(limits.timeoutMs),
    price: Type.Optional(limits.price),
    monthlyBudget,
  },
  { additionalProperties: false, $id: 'NewSourceRequest' },
)
export type NewSourceRequest = Static<typeof NewSourceRequest>

/** How a provider is doing, as one process saw it. */
const SourceState = Type.Object(
  {
    breaker: Type.Enum(
      [...breakerStates],
      described({
        pt: 'closed deixa passar; open não chama; trying experimenta com uma chamada.',
        en: 'closed lets calls through; open calls nobody; trying tries with one call.',
      }),
    ),
    since: leaf.instant({ pt: 'Desde quando.', en: 'Since when.' }),
    pausedUntil: Type.Optional(
      leaf.instant({
        pt: 'A fonte pediu para esperar até então.',
        en: 'The source asked to wait until then.',
      }),
    ),
    lastFault: Type.Optional(
      Type.Object({
        at: leaf.instant({ pt: 'Quando.', en: 'When.' }),
        fault: Type.Enum([...callFaultCodes]),
      }),
    ),
    inFlight: Type.Integer(described({ pt: 'Chamadas em curso.', en: 'Calls under way.' })),
    waiting: Type.Integer(described({ pt: 'À espera de vez.', en: 'Waiting for a place.' })),
  },
  { $id: 'SourceState' },
)

export const DeclaredSource = Type.Object(
  {
    id: Type.String(),
    ...terms,
    enabled: Type.Boolean(described({ pt: 'Se responde relatórios.', en: 'Whether it answers reports.' })),
    ...limits,
    monthlyBudget,
    hasCredentials: Type.Boolean(
      described({
        pt: 'Se há credenciais do operador.',
        en: 'Whether there are credentials of the operator.',
      }),
    ),
    clientsWithCredentials: Type.Integer(
      described({ pt: 'Clientes com credenciais próprias.', en: 'Clients with credentials of their own.' }),
    ),
    createdAt: leaf.instant({ pt: 'Desde quando.', en: 'Since when.' }),
    state: Type.Optional(SourceState),
    month: Type.Object({
      calls: Type.Integer(described({ pt: 'Consultas neste mês.', en: 'Queries this month.' })),
      spent: Type.Integer(
        described({ pt: 'Centavos que custaram ao operador.', en: 'Cents that they cost the operator.' }),
      ),
      spentByClients: Type.Integer(
        described({ pt: 'Centavos pagos por clientes.', en: 'Cents that clients paid.' }),
      ),
    }),
  },
  { $id: 'DeclaredSource' },
)
export type DeclaredSource = Static<typeof DeclaredSource>

export const DeclaredSourceAnswer = success(DeclaredSource)

export const SourceCredentialsRequest = Type.Object(
  {
    credentials: Credentials,
    clientId: Type.Optional(
      idText(100, {
        pt: 'O cliente de quem são; do operador, quando ausente.',
        en: "Whose they are: a client's; the operator's when absent.",
      }),
    ),
  },
  { additionalProperties: false, $id: 'SourceCredentialsRequest' },
)
export type SourceCredentialsRequest = Static<typeof SourceCredentialsRequest>

export const SourceTestRequest = Type.Object(
  {
    documento: Type.String({
      minLength: 1,
      maxLength: 64,
      examples: ['52998224725'],
      ...described({ pt: 'O documento a perguntar.', en: 'The document to ask for.' }),
    }),
  },
  { additionalProperties: false, $id: 'SourceTestRequest' },
)
export type SourceTestRequest = Static<typeof SourceTestRequest>

/** What came of one section: what the source was understood to say, or why there is nothing. */
export const TestedSection = Type.Object(
  {
    section: Type.Enum([...sectionIds]),
    outcome: Type.Enum(
      ['found', 'nothing', 'uncovered', 'withheld', 'failed'],
      described({
        pt: 'found: encontrou dados; nothing: nada consta; uncovered: a fonte não tem dados desta seção; withheld: a fonte não informa; failed: falhou.',
        en: 'found: data was found; nothing: nothing is on file; uncovered: the source has no data for this section; withheld: the source does not disclose it; failed: the source failed.',
      }),
    ),
    code: Type.Optional(Type.Enum(Object.keys(sourceFaults))),
    content: Type.Optional(
      Type.Unknown(described({ pt: 'A seção como sairia.', en: 'The section as it would go out.' })),
    ),
  },
  { $id: 'TestedSection' },
)
export type TestedSection = Static<typeof TestedSection>

export const SourceTestResult = Type.Object(
  {
    fault: Type.Optional(
      Type.Enum([...callFaultCodes], described({ pt: 'O que falhou por último.', en: 'What failed last.' })),
    ),
    tookMs: Type.Integer(described({ pt: 'Milissegundos que levou.', en: 'Milliseconds that it took.' })),
    sections: Type.Array(TestedSection),
  },
  { $id: 'SourceTestResult' },
)
export type SourceTestResult = Static<typeof SourceTestResult>

export const SourceTestAnswer = success(SourceTestResult)
