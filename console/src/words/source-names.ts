import type { Words } from './words.ts'

/** What people call a source; the program's own name of it stands beside, as it is in logs and metrics. */
export const sourceNames: Words = {
  bureau: { pt: 'Dados carregados', en: 'Loaded data' },
  consultations: { pt: 'Consultas anteriores', en: 'Earlier consultations' },
  receita: { pt: 'Receita Federal, cadastro de empresas', en: 'Receita Federal, register of companies' },
  pgfn: { pt: 'PGFN, dívida ativa', en: 'PGFN, public debt' },
  cgu: { pt: 'CGU, sanções', en: 'CGU, sanctions' },
  'sandbox.registry': { pt: 'Cadastro inventado', en: 'Invented register' },
  'sandbox.debts': { pt: 'Dívidas inventadas', en: 'Invented debts' },
  'sandbox.bank': { pt: 'Cheques inventados', en: 'Invented cheques' },
  'sandbox.notary': { pt: 'Protestos inventados', en: 'Invented protests' },
  'sandbox.publicRecords': { pt: 'Dados públicos inventados', en: 'Invented public data' },
}
