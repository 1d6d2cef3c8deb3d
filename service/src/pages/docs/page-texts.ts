import type { Text } from '@lastro/contract/text.ts'

/** Every sentence of the reference that the contract does not already have. */
export const pageTexts = {
  title: { pt: 'Referência da API', en: 'API reference' },
  overview: { pt: 'Visão geral', en: 'Overview' },
  openApi: { pt: 'Contrato OpenAPI 3.1', en: 'OpenAPI 3.1 contract' },
  openApi30: { pt: 'Para geradores: OpenAPI 3.0', en: 'For generators: OpenAPI 3.0' },
  start: { pt: 'Começar', en: 'Start' },
  operations: { pt: 'Operações', en: 'Operations' },
  codes: { pt: 'Códigos', en: 'Codes' },

  firstQuery: { pt: 'Primeira consulta em três comandos', en: 'First query in three commands' },
  firstQueryNeeds: {
    pt: 'O operador do serviço lhe entrega `CLIENT_ID`, `CLIENT_SECRET` e uma `API_KEY` de teste, que começa com `lk_test_`.',
    en: 'The operator of the service gives you `CLIENT_ID`, `CLIENT_SECRET` and a test `API_KEY`, which begins with `lk_test_`.',
  },
  firstToken: {
    pt: 'Gere um token. Ele vale 600 segundos; copie o `access_token` da resposta.',
    en: 'Generate a token. It lasts 600 seconds; copy the `access_token` of the answer.',
  },
  firstReport: {
    pt: 'Consulte um documento de teste, com o token no lugar de `ACCESS_TOKEN`.',
    en: 'Query a test document, with the token in the place of `ACCESS_TOKEN`.',
  },
  firstDocuments: {
    pt: 'Veja os outros documentos de teste e o que cada um mostra.',
    en: 'See the other test documents and what each one shows.',
  },
  firstOutcome: {
    pt: 'Se deu certo, a resposta começa com `"error":false`. Se não, ela traz um `code`, e o que fazer está no',
    en: 'If it went well, the answer begins with `"error":false`. If not, it has a `code`, and what to do is in the',
  },

  goodToKnow: { pt: 'O que vale para tudo', en: 'What holds everywhere' },
  environments: { pt: 'Ambientes', en: 'Environments' },
  environmentsText: {
    pt: 'A produção fica na raiz e o sandbox sob `/sandbox`, com os mesmos caminhos. Chaves `lk_live_` servem à produção; chaves `lk_test_`, ao sandbox.',
    en: 'Production is at the root and the sandbox below `/sandbox`, with the same paths. Keys `lk_live_` are for production; keys `lk_test_`, for the sandbox.',
  },
  credentials: { pt: 'Credenciais', en: 'Credentials' },
  credentialsText: {
    pt: 'Uma consulta leva duas, do mesmo cliente: o token em `Authorization: Bearer` e a chave em `x-api-key`. Quando o token vencer, renove-o com o `refresh_token`, que serve uma só vez.',
    en: 'A query carries two, of one client: the token in `Authorization: Bearer` and the key in `x-api-key`. When the token expires, refresh it with the `refresh_token`, which works once.',
  },
  envelope: { pt: 'Envelope', en: 'The envelope' },
  envelopeText: {
    pt: 'Sucesso traz `"error":false` e `result`. Falha traz `"error":true`, um `code` que não muda e, em `detail`, o que mudar na chamada. Só as operações de token falham na forma da RFC 6749.',
    en: 'Success has `"error":false` and `result`. Failure has `"error":true`, a `code` that never changes and, in `detail`, what to change in the call. Only the token operations fail in the form of RFC 6749.',
  },
  leaves: { pt: 'Valores', en: 'Values' },
  leavesText: {
    pt: 'Toda folha de um relatório é um texto: data `"2026-03-10"`, mês `"2026-03"`, dinheiro `"1520.33"`, contagem `"3"`, sim ou não `"true"` e `"false"`.',
    en: 'Every leaf of a report is a string: date `"2026-03-10"`, month `"2026-03"`, money `"1520.33"`, count `"3"`, yes or no `"true"` and `"false"`.',
  },
  absence: { pt: 'Ausência', en: 'Absence' },
  absenceText: {
    pt: 'Um valor desconhecido fica ausente, nunca `null`. Quando nada consta, a seção vem com a lista vazia e o resumo conta `"0"`. Uma seção que nenhuma fonte cobre fica ausente e é citada em `X-Report-Sections-Not-Covered`.',
    en: 'An unknown value is absent, never `null`. With nothing on file, a section has an empty list and its summary counts `"0"`. A section that no source covers is absent and named in `X-Report-Sections-Not-Covered`.',
  },
  partial: { pt: 'Resposta parcial', en: 'Partial answer' },
  partialText: {
    pt: 'Com status 203 o relatório serve, mas uma seção não pôde ser respondida: ela traz `error`, e as demais valem.',
    en: 'With status 203 the report is usable, but a section could not be answered: it carries `error`, and the others stand.',
  },
  language: { pt: 'Idioma', en: 'Language' },
  languageText: {
    pt: 'Os textos vêm em português; com `Accept-Language: en`, em inglês.',
    en: 'The texts come in Portuguese; with `Accept-Language: en`, in English.',
  },
  requestId: { pt: 'Rastro', en: 'Tracing' },
  requestIdText: {
    pt: 'Toda resposta traz `X-Request-Id`. Guarde-o: é por ele que o operador acha a sua chamada.',
    en: 'Every answer has `X-Request-Id`. Keep it: by it the operator finds your call.',
  },
  marks: { pt: 'Marcas destas páginas', en: 'Marks of these pages' },
  marksText: {
    pt: 'Nas respostas, abra um campo para ver o que há dentro. O que diz “sempre” nunca falta; o resto pode estar ausente.',
    en: 'In the answers, open a field to see what is inside. What says “always” is never missing; the rest may be absent.',
  },

  production: { pt: 'Produção', en: 'Production' },
  sandbox: { pt: 'Sandbox', en: 'Sandbox' },
  address: { pt: 'Endereço', en: 'Address' },
  credentialsQuery: {
    pt: 'Token de acesso e chave de API, do mesmo cliente; ou a sessão de um usuário dele.',
    en: 'Access token and API key, of one client; or the session of a user of it.',
  },
  credentialsClient: {
    pt: '`CLIENT_ID` e `CLIENT_SECRET`, em `Authorization: Basic` ou no corpo.',
    en: '`CLIENT_ID` and `CLIENT_SECRET`, in `Authorization: Basic` or in the body.',
  },
  credentialsSession: { pt: 'A sessão de um usuário.', en: 'The session of a user.' },
  credentialsOperator: { pt: 'A sessão de um operador.', en: 'The session of an operator.' },
  credentialsNoticeReports: {
    pt: 'O valor de `LASTRO_NOTICE_REPORT_TOKEN`, em `Authorization: Bearer`.',
    en: 'The value of `LASTRO_NOTICE_REPORT_TOKEN`, in `Authorization: Bearer`.',
  },
  cookieHeader: {
    pt: 'O cookie que `POST /console/v2/sessao` deu; o navegador o envia por si.',
    en: 'The cookie that `POST /console/v2/sessao` gave; a browser sends it by itself.',
  },
  csrfHeader: {
    pt: 'O `csrfToken` da sessão, em tudo o que não é GET.',
    en: 'The `csrfToken` of the session, with everything that is not GET.',
  },
  credentialsNone: { pt: 'Nenhuma.', en: 'None.' },
  bearerHeader: {
    pt: '`Bearer` e o token obtido em `POST /oauth/token`.',
    en: '`Bearer` and the token obtained from `POST /oauth/token`.',
  },
  keyHeader: { pt: 'A chave do seu cliente.', en: 'The key of your client.' },
  basicHeader: {
    pt: '`Basic` e `CLIENT_ID:CLIENT_SECRET` em base64; ausente quando os dois vão no corpo.',
    en: '`Basic` and `CLIENT_ID:CLIENT_SECRET` in base64; absent when both go in the body.',
  },
  contentTypeHeader: { pt: 'O formato do corpo.', en: 'The format of the body.' },

  request: { pt: 'Requisição', en: 'Request' },
  headers: { pt: 'Cabeçalhos', en: 'Headers' },
  parameters: { pt: 'Parâmetros do endereço', en: 'Parameters of the address' },
  header: { pt: 'Cabeçalho', en: 'Header' },
  body: { pt: 'Corpo da requisição', en: 'Request body' },
  bodyOptional: { pt: 'Corpo da requisição (opcional)', en: 'Request body (optional)' },
  field: { pt: 'Campo', en: 'Field' },
  description: { pt: 'Descrição', en: 'Description' },
  required: { pt: 'obrigatório', en: 'required' },
  optional: { pt: 'opcional', en: 'optional' },
  always: { pt: 'sempre', en: 'always' },
  exampleLabel: { pt: 'Ex.:', en: 'E.g.' },
  example: { pt: 'Exemplo', en: 'Example' },
  answer: { pt: 'Resposta', en: 'Answer' },
  answers: { pt: 'Respostas', en: 'Answers' },
  answerHeader: { pt: 'Traz o cabeçalho', en: 'It has the header' },
  answerMediaType: { pt: 'Formato:', en: 'Format:' },
  failures: { pt: 'Falhas possíveis', en: 'Possible failures' },

  problemCatalogue: { pt: 'Catálogo de problemas', en: 'Catalogue of problems' },
  problemIntro: {
    pt: 'Toda falha é um `application/problem+json` com um destes códigos em `code`. O que está entre chaves vem preenchido na resposta.',
    en: 'Every failure is an `application/problem+json` with one of these codes in `code`. What stands in braces comes filled in the answer.',
  },
  problemForm: { pt: 'A forma de uma falha', en: 'The form of a failure' },
  status: { pt: 'Status', en: 'Status' },
  code: { pt: 'Código', en: 'Code' },
  problemTitle: { pt: 'Título', en: 'Title' },
  meaning: { pt: 'O que diz', en: 'What it says' },
  fieldErrors: { pt: 'Erros de campo', en: 'Field errors' },
  fieldErrorsIntro: {
    pt: 'Em `errors[].code`, quando um campo do corpo não serve.',
    en: 'In `errors[].code`, when a field of the body is not right.',
  },
  documentFaults: { pt: 'Erros de documento', en: 'Document errors' },
  documentFaultsIntro: {
    pt: 'Em `errors[].code`, quando o número não é um CPF nem um CNPJ.',
    en: 'In `errors[].code`, when the number is neither a CPF nor a CNPJ.',
  },
  sectionErrors: { pt: 'Erros de seção', en: 'Section errors' },
  sectionErrorsIntro: {
    pt: 'Em `error.code` de uma seção, numa resposta 203.',
    en: 'In the `error.code` of a section, in a 203 answer.',
  },

  features: { pt: 'Adicionais', en: 'Additionals' },
  featuresIntro: {
    pt: 'Códigos que uma consulta aceita em `features`.',
    en: 'Codes that a query accepts in `features`.',
  },
  featureAdds: { pt: 'O que acrescenta', en: 'What it adds' },
  featureSections: { pt: 'Seções', en: 'Sections' },
  featureProducts: { pt: 'Quem aceita o quê', en: 'Which takes what' },
  featureProductsIntro: {
    pt: 'Os documentos para os quais cada relatório aceita cada adicional.',
    en: 'The documents for which each report accepts each additional.',
  },
  included: { pt: 'já inclui', en: 'included' },
  notOffered: { pt: 'não aceita', en: 'not accepted' },
  purposes: { pt: 'Finalidades', en: 'Purposes' },
  purposesIntro: {
    pt: 'Valores de `x-finalidade`: por que se consulta (Lei 12.414, art. 7). Sem ele, vale a finalidade do contrato.',
    en: 'Values of `x-finalidade`: why one queries (Law 12.414, art. 7). Without it, the purpose of the contract holds.',
  },
  purpose: { pt: 'Finalidade', en: 'Purpose' },

  testDocuments: { pt: 'Documentos de teste', en: 'Test documents' },
  testDocumentsIntro: {
    pt: 'Pessoas e empresas inventadas que o sandbox conhece. O status é o de uma consulta sem adicionais. Programas leem esta lista em `/sandbox/documentos`.',
    en: 'Invented people and companies that the sandbox knows. The status is that of a query without additionals. Programs read this list at `/sandbox/documentos`.',
  },
  document: { pt: 'Documento', en: 'Document' },
  scenario: { pt: 'Cenário', en: 'Scenario' },
  shows: { pt: 'O que mostra', en: 'What it shows' },

  states: { pt: 'Estados de uma anotação', en: 'States of a listing' },
  statesIntro: {
    pt: 'Onde uma dívida ou um avalista está, em `state`, e para onde pode ir dali. Só o que está `published` aparece em relatórios.',
    en: 'Where a debt or a guarantor stands, in `state`, and where it may go from there. Only what is `published` appears in reports.',
  },
  state: { pt: 'Estado', en: 'State' },
  leadsTo: { pt: 'Daqui vai a', en: 'From here to' },
  final: { pt: 'fim', en: 'the end' },
  reviewCauses: {
    pt: 'Por que espera pelo operador (`review.code`)',
    en: 'Why it waits for the operator (`review.code`)',
  },
  refusalReasons: { pt: 'Recusas (`refusal.code`)', en: 'Refusals (`refusal.code`)' },
  releaseReasons: { pt: 'Motivos de baixa (`reason`)', en: 'Reasons of a release (`reason`)' },

  try: { pt: 'Experimente no sandbox', en: 'Try it in the sandbox' },
  trySignIn: {
    pt: 'Entre no console como usuário de um cliente do sandbox e volte: a chamada sai pela sua sessão.',
    en: 'Sign in at the console as a user of a sandbox client and come back: the call is made by your session.',
  },
  signIn: { pt: 'Entrar', en: 'Sign in' },
  tryAs: { pt: 'A chamada sai pela sessão de', en: 'The call is made by the session of' },
  tryOperator: {
    pt: 'O operador não é de cliente nenhum. Crie no console um usuário de um cliente do sandbox e entre com ele.',
    en: 'An operator belongs to no client. Create a user of a sandbox client at the console, and sign in as that.',
  },
  tryProduction: {
    pt: 'O seu cliente é de produção, e aqui se experimenta só o sandbox.',
    en: 'Your client is one of production, and only the sandbox is tried here.',
  },
  trySending: { pt: 'Enviando…', en: 'Sending…' },
  tryUnreachable: {
    pt: 'O serviço não respondeu. Tente de novo daqui a pouco.',
    en: 'The service did not answer. Try again in a while.',
  },
  send: { pt: 'Enviar', en: 'Send' },
} as const satisfies Record<string, Text>
