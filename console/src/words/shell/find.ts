import type { Words } from '../words.ts'

export const findWords = {
  title: { pt: 'Ir para', en: 'Go to' },
  what: { pt: 'Página, CPF, CNPJ ou nome', en: 'Page, CPF, CNPJ or name' },
  help: {
    pt: 'Setas para escolher, Enter para abrir, Esc para fechar.',
    en: 'Arrows to choose, Enter to open, Esc to close.',
  },
  pages: { pt: 'Páginas', en: 'Pages' },
  documents: { pt: 'Documento', en: 'Document' },
  companies: { pt: 'Empresas', en: 'Companies' },
  clients: { pt: 'Clientes', en: 'Clients' },
  query: { pt: 'Consultar {document}', en: 'Query {document}' },
  priceLater: { pt: 'o preço é dito antes', en: 'the price is said first' },
  none: { pt: 'Nada com este nome.', en: 'Nothing by this name.' },
  searching: { pt: 'Procurando…', en: 'Searching…' },
} as const satisfies Words
