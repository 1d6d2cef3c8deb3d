import type { Statement } from '@lastro/contract/clients/statement.ts'

/** A statement with something in every part of it. */
export const inventedStatement = (of: Partial<Statement> = {}): Statement => ({
  month: '2026-10',
  status: 'closed',
  environment: 'production',
  writtenAt: '2026-11-16T10:00:00-03:00',
  clientId: 'cli_exemplo',
  clientName: 'LOJA DE EXEMPLO LTDA',
  operator: 'Birô de Exemplo, Rua A 1, São Paulo',
  lines: [
    { product: 'relato', features: [], price: '1.00', count: 1_200, amount: '1200.00' },
    { product: 'relato', features: ['DIVIDA_ATIVA', 'SANCOES'], price: '1.50', count: 10, amount: '15.00' },
    { product: 'alertas', features: [], price: '0.30', count: 4, amount: '1.20' },
    { product: 'negativacao', features: [], price: '0.90', count: 2, amount: '1.80' },
  ],
  free: [{ product: 'relato', count: 37 }],
  tiers: [{ product: 'relato', from: 1_001, price: '0.80', count: 210, discount: '42.00' }],
  entries: [
    {
      id: 'lan_1',
      day: '2026-10-20',
      kind: 'credit',
      amount: '15.00',
      reason: 'Indisponibilidade de 3 de setembro',
      month: '2026-09',
    },
    {
      id: 'lan_2',
      day: '2026-10-21',
      kind: 'debit',
      amount: '15.00',
      reason: 'Lançado em dobro',
      month: '2026-09',
      reverses: 'lan_1',
    },
  ],
  totals: {
    listed: '1218.00',
    discount: '42.00',
    minimum: '1500.00',
    topUp: '324.00',
    credits: '15.00',
    debits: '15.00',
    total: '1500.00',
  },
  ...of,
})
