import type { Text } from '../text.ts'

/** Why a report is asked for: the purposes the law allows (Lei 12.414, art. 7). Sent as `x-finalidade`. */
export const purposes = {
  credit_analysis: { pt: 'Análise de crédito', en: 'Credit analysis' },
  credit_grant: { pt: 'Concessão ou renovação de crédito', en: 'Credit grant or renewal' },
  instalment_sale: { pt: 'Venda a prazo', en: 'Instalment sale' },
  financial_risk: { pt: 'Outra operação com risco financeiro', en: 'Other deal with financial risk' },
  monitoring: { pt: 'Acompanhamento de relação vigente', en: 'Monitoring of a live relation' },
} as const satisfies Record<string, Text>

export type Purpose = keyof typeof purposes
