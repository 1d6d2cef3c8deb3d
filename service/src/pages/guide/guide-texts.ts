import type { Text } from '@lastro/contract/text.ts'

/** What the guide says besides its pages. */
export const guideTexts = {
  title: { pt: 'Guia', en: 'Guide' },
  lede: {
    pt: 'Da primeira consulta à operação do serviço. Os comandos já têm o endereço desta instalação.',
    en: 'From the first query to running the service. The commands already have the address of this installation.',
  },
  more: { pt: 'Mais', en: 'More' },

  credentials: { pt: 'As suas credenciais', en: 'Your credentials' },
  signedOut: {
    pt: 'Entre no console e volte: os comandos passam a trazer o `CLIENT_ID` do seu cliente.',
    en: 'Sign in at the console and come back: the commands will carry the `CLIENT_ID` of your client.',
  },
  signIn: { pt: 'Entrar', en: 'Sign in' },
  client: {
    pt: 'Os comandos trazem o CLIENT_ID do seu cliente:',
    en: 'The commands carry the CLIENT_ID of your client:',
  },
  production: {
    pt: 'Ele é de produção: tire /sandbox dos endereços.',
    en: 'It is one of production: take /sandbox out of the addresses.',
  },
  asksOperator: {
    pt: 'Uma chave nova quem faz é o operador do serviço.',
    en: 'A new key is made by the operator of the service.',
  },
  operator: {
    pt: 'Escolha um cliente do sandbox: os comandos trazem o CLIENT_ID dele.',
    en: 'Choose a client of the sandbox: the commands carry its CLIENT_ID.',
  },
  noClients: {
    pt: 'Não há clientes no sandbox. Crie um no console.',
    en: 'There are no clients in the sandbox. Create one at the console.',
  },
  sandboxClient: { pt: 'Cliente do sandbox', en: 'Client of the sandbox' },
  newKey: { pt: 'Fazer uma chave nova do sandbox', en: 'Make a new sandbox key' },
  overlap: {
    pt: 'As chaves anteriores deste cliente valem por mais um dia.',
    en: 'The earlier keys of this client work for one more day.',
  },
  key: { pt: 'Chave nova (API_KEY)', en: 'New key (API_KEY)' },
  once: {
    pt: 'Copie agora para onde guarda segredos: isto não aparece outra vez, para ninguém.',
    en: 'Copy it now to where you keep secrets: it is not shown again, to anybody.',
  },
  copy: { pt: 'Copiar', en: 'Copy' },
  copied: { pt: 'Copiada.', en: 'Copied.' },
  unreachable: {
    pt: 'O serviço não respondeu. Tente de novo daqui a pouco.',
    en: 'The service did not answer. Try again in a while.',
  },
} as const satisfies Record<string, Text>

/** The pages in the order in which one reads them. A page that is in none of these comes last, under its own title. */
export const guideGroups: readonly { readonly title: Text; readonly pages: readonly string[] }[] = [
  { title: { pt: 'Começar', en: 'Start' }, pages: ['first-query', 'sandbox', 'client', 'mcp', 'errors'] },
  {
    title: { pt: 'Console', en: 'Console' },
    pages: ['first-steps', 'console', 'homes', 'reopen-and-compare', 'find', 'users'],
  },
  {
    title: { pt: 'Relatórios', en: 'Reports' },
    pages: ['documents', 'kept-reports', 'query-batches', 'policies', 'decisions'],
  },
  {
    title: { pt: 'Dívidas e alertas', en: 'Debts and alerts' },
    pages: ['listings', 'batches', 'notices', 'alerts', 'webhooks', 'person'],
  },
  {
    title: { pt: 'Dados', en: 'Data' },
    pages: ['coverage', 'bureau-data', 'sources', 'public-data', 'public-data-reports', 'public-data-files'],
  },
  {
    title: { pt: 'Operar', en: 'Running it' },
    pages: ['install', 'operations', 'watch', 'operator', 'statements', 'backup', 'archives', 'distributed'],
  },
]
