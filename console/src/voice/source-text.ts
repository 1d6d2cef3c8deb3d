import type { Language, Text } from '@lastro/contract/text.ts'
import { sourceName } from '@lastro/reading/report-sources.ts'

/** The sandbox plays several sources, which its health tells apart. */
const played: Readonly<Record<string, Text>> = {
  'sandbox.registry': { pt: 'sandbox: cadastro', en: 'sandbox: registration' },
  'sandbox.debts': { pt: 'sandbox: dívidas', en: 'sandbox: debts' },
  'sandbox.bank': { pt: 'sandbox: bancos', en: 'sandbox: banks' },
  'sandbox.notary': { pt: 'sandbox: cartórios', en: 'sandbox: notaries' },
  'sandbox.publicRecords': { pt: 'sandbox: registros públicos', en: 'sandbox: public records' },
}

/** A source by the name that its operator knows it by. */
export const sourceText = (name: string, language: Language): string =>
  Object.hasOwn(played, name) ? (played[name] as Text)[language] : sourceName(name, language)
