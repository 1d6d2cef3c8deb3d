/** One request of a story: what it sends that the contract's example does not know, and what it keeps for later. */
export type Step = {
  readonly operation: string
  /** Which variable stands in each `{name}` of the path. */
  readonly path?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  /** What stands in the parameters of the address that the operation cannot do without. */
  readonly query?: Readonly<Record<string, string>>
  /** Variables, and where in the answer they are: a member of the body, or the last step of a header. */
  readonly keeps?: Readonly<Record<string, string>>
}

type Folder = { readonly name: string; readonly steps: readonly Step[] }

const debt = { id: 'dividaId' }
const guarantor = { id: 'dividaId', avalistaId: 'avalistaId' }
const queryBatch = { id: 'loteDeConsultasId' }
const policy = { name: 'politicaNome' }
const decision = { id: 'decisaoId' }
const watch = { id: 'documentoAcompanhadoId' }
const email = { id: 'emailId' }
const webhook = { id: 'webhookId' }
const occurrence = { id: 'ocorrenciaId' }
/** A header's name begins like one; a member of a body does not. */
export const isHeaderName = (path: string): boolean => /^[A-Z]/.test(path)

const secret = { client_id: '{{clientId}}', client_secret: '{{clientSecret}}' }
const company = { documento: '99999001000159' }

const step = (operation: string, rest: Omit<Step, 'operation'> = {}): Step => ({ operation, ...rest })

/** In an order in which each finds what it needs. Run twice, a debt is another: its contract has the time in it. */
export const folders: readonly Folder[] = [
  {
    name: 'Credenciais',
    steps: [step('token', { body: secret, keeps: { token: 'access_token', refreshToken: 'refresh_token' } })],
  },
  {
    name: 'Relatórios',
    steps: [
      step('relatorioBasicoConsulta', { keeps: { consultaId: 'X-Request-Id' } }),
      step('relatorioBasicoAdicionais'),
      step('relatoConsulta', { body: company }),
      step('relatoAdicionais'),
      step('relatorioAvancadoConsulta', { body: company }),
      step('relatorioAvancadoAdicionais'),
      step('cadastralConsulta'),
      step('cadastralAdicionais'),
      step('empresasBusca'),
    ],
  },
  {
    name: 'Lotes de consultas',
    steps: [
      step('consultasLotesEnvia', {
        query: { product: 'relatorioBasico' },
        keeps: { loteDeConsultasId: 'result.id' },
      }),
      step('consultasLotesPausa', { path: queryBatch }),
      step('consultasLotesRetoma', { path: queryBatch }),
      step('consultasLotesLista'),
      step('consultasLotesSituacao', { path: queryBatch }),
      step('consultasLotesLinhas', { path: queryBatch }),
      step('consultasLotesResultado', { path: queryBatch }),
      step('consultasLotesRepete', { path: queryBatch }),
      step('consultasLotesCancela', { path: queryBatch }),
    ],
  },
  {
    name: 'Políticas e decisões',
    steps: [
      step('politicasInclui', {
        body: { name: 'loja-{{$timestamp}}' },
        keeps: { politicaNome: 'result.name', politicaVersao: 'result.version' },
      }),
      step('politicasLista'),
      step('politicasLe', { path: policy }),
      step('politicasVersaoInclui', {
        path: policy,
        body: { name: '{{politicaNome}}' },
        headers: { 'If-Match': '"{{politicaVersao}}"' },
      }),
      step('politicasEnsaia', { path: policy, body: { policy: { name: '{{politicaNome}}' } } }),
      step('politicasVersaoLe', { path: { ...policy, version: 'politicaVersao' } }),
      step('decisoesDecide', {
        body: { policy: '{{politicaNome}}' },
        keeps: { decisaoId: 'result.id', decisaoVersao: 'result.version' },
      }),
      step('decisoesLe', { path: decision }),
      step('decisoesConfere', { path: decision }),
      step('decisoesExplica', { path: decision }),
      step('decisoesRevisa', { path: decision, headers: { 'If-Match': '"{{decisaoVersao}}"' } }),
      step('decisoesLista'),
      step('decisoesContagens'),
      step('politicasRetira', { path: policy }),
    ],
  },
  {
    name: 'Negativação',
    steps: [
      step('dividasInclui', {
        body: { contractId: 'CT-{{$timestamp}}' },
        keeps: { dividaId: 'result.id', dividaVersao: 'result.version' },
      }),
      step('dividasLista'),
      step('dividasResumo'),
      step('dividasSituacao', { path: debt }),
      step('dividasAltera', { path: debt, headers: { 'If-Match': '"{{dividaVersao}}"' } }),
      step('avalistasInclui', {
        path: debt,
        keeps: { avalistaId: 'result.id', avalistaVersao: 'result.version' },
      }),
      step('avalistasLista', { path: debt }),
      step('avalistasSituacao', { path: guarantor }),
      step('avalistasAltera', { path: guarantor, headers: { 'If-Match': '"{{avalistaVersao}}"' } }),
      step('sandboxRelogio'),
      step('sandboxRelogioLe'),
      step('avalistasSuspende', { path: guarantor }),
      step('avalistasRetoma', { path: guarantor }),
      step('avalistasContesta', { path: guarantor }),
      step('avalistasResponde', { path: guarantor }),
      step('avalistasBaixa', { path: guarantor }),
      step('dividasSuspende', { path: debt }),
      step('dividasRetoma', { path: debt }),
      step('dividasContesta', { path: debt }),
      step('dividasResponde', { path: debt }),
      step('dividasBaixa', { path: debt }),
      step('lotesInclui', { body: { contractId: 'LT-{{$timestamp}}' }, keeps: { loteId: 'Location' } }),
      step('lotesLista'),
      step('lotesSituacao', { path: { id: 'loteId' } }),
      step('lotesRecusadas', { path: { id: 'loteId' } }),
    ],
  },
  {
    name: 'Alertas',
    steps: [
      step('alertasDocumentosInclui', { keeps: { documentoAcompanhadoId: 'result.id' } }),
      step('alertasDocumentosLista'),
      step('alertasDocumentosLe', { path: watch }),
      step('alertasDocumentosAltera', { path: watch }),
      step('alertasDocumentosLote', { body: { documento: '12345678909' } }),
      step('alertasEmailsInclui', { keeps: { emailId: 'result.id' } }),
      step('alertasEmailsLista'),
      step('alertasEmailsLe', { path: email }),
      step('alertasEmailsAltera', { path: email }),
      step('alertasEmailsConfirmacao', { path: email }),
      step('alertasWebhooksInclui', { body: { url: '{{webhookUrl}}' }, keeps: { webhookId: 'result.id' } }),
      step('alertasWebhooksLista'),
      step('alertasWebhooksLe', { path: webhook }),
      step('alertasWebhooksAltera', { path: webhook }),
      step('alertasWebhooksRotaciona', { path: webhook }),
      step('alertasWebhooksTesta', { path: webhook }),
      step('sandboxEventos', { keeps: { ocorrenciaId: 'result.occurrences.0.id' } }),
      step('alertasOcorrenciasLista'),
      step('alertasOcorrenciasLe', { path: occurrence }),
      step('alertasOcorrenciasEntregas', { path: occurrence }),
      step('alertasOcorrenciasReenvia', { path: occurrence }),
      step('alertasWebhooksExclui', { path: webhook }),
      step('alertasEmailsExclui', { path: email }),
      step('alertasDocumentosExclui', { path: watch }),
    ],
  },
  {
    name: 'Conta e serviço',
    steps: [
      step('consumo'),
      step('extrato'),
      step('consultas'),
      step('consultasRelatorio', { path: { id: 'consultaId' } }),
      // With itself: nothing differs.
      step('consultasComparacao', { path: { id: 'consultaId' }, query: { com: '{{consultaId}}' } }),
      step('sandboxDocumentos'),
      step('demonstracaoConsulta'),
      step('healthz'),
      step('readyz'),
      step('openapi'),
      step('revoke', { body: { ...secret, token: '{{refreshToken}}' } }),
    ],
  },
]
