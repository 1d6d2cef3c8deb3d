import type { Words } from './words.ts'

/** What people call a source, or a set of public data; its code stands beside, as it is in commands and logs. */
export const sourceNames: Words = {
  bureau: { pt: 'Dados carregados', en: 'Loaded data' },
  consultations: { pt: 'Consultas anteriores', en: 'Earlier consultations' },
  receita: { pt: 'Receita Federal, cadastro de empresas', en: 'Receita Federal, register of companies' },
  pgfn: { pt: 'PGFN, dívida ativa', en: 'PGFN, public debt' },
  ceis: { pt: 'CEIS, empresas inidôneas e suspensas', en: 'CEIS, debarred and suspended companies' },
  cnep: { pt: 'CNEP, empresas punidas', en: 'CNEP, punished companies' },
  cepim: { pt: 'CEPIM, entidades impedidas', en: 'CEPIM, barred entities' },
  cgu: { pt: 'CGU, sanções', en: 'CGU, sanctions' },
  'sandbox.registry': { pt: 'Cadastro inventado', en: 'Invented register' },
  'sandbox.debts': { pt: 'Dívidas inventadas', en: 'Invented debts' },
  'sandbox.bank': { pt: 'Cheques inventados', en: 'Invented cheques' },
  'sandbox.notary': { pt: 'Protestos inventados', en: 'Invented protests' },
  'sandbox.publicRecords': { pt: 'Dados públicos inventados', en: 'Invented public data' },
}
