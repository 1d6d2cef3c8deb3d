import assert from 'node:assert/strict'
import { test } from 'vitest'
import { inventedStatement } from '../../../testing/invented/invented-statement.ts'
import { pdfFaults } from '../../../testing/pdf/pdf-faults.ts'
import { pdfPageText, readPdf, readPdfObjects } from '../../../testing/pdf/pdf-reader.ts'
import { statementPdf } from './statement-pdf.ts'

const textOf = async (...of: Parameters<typeof statementPdf>): Promise<string> =>
  pdfPageText(readPdf(await statementPdf(...of)).pages.flat())

test('it is for reading aloud and for keeping, in both languages, however much or little it says', async () => {
  const [line] = inventedStatement().lines
  const statements = [
    inventedStatement(),
    inventedStatement({ lines: [], free: [], tiers: [], entries: [] }),
    inventedStatement({ status: 'open', environment: 'sandbox', clientName: 'Ω Ж שלום شركة 山田 😀 \ue000' }),
    inventedStatement({ lines: line === undefined ? [] : Array.from({ length: 300 }, () => line) }),
  ]
  for (const statement of statements)
    for (const language of ['pt', 'en'] as const)
      assert.deepEqual(pdfFaults(readPdfObjects(await statementPdf(statement, language))), [])
})

test('it says who bills whom for which month, each line, tier and entry with its reason, and the total', async () => {
  const pt = await textOf(inventedStatement(), 'pt')
  for (const said of [
    'Extrato de 10/2026',
    'Birô de Exemplo, Rua A 1, São Paulo',
    'LOJA DE EXEMPLO LTDA',
    'cli_exemplo',
    'Relatório da empresa',
    'Dívida ativa, Sanções',
    'Alertas',
    'Negativação',
    'R$ 1.200,00',
    '1.001',
    '−R$ 42,00',
    'Complemento do mínimo de R$ 1.500,00',
    '20/10/2026',
    'Indisponibilidade de 3 de setembro',
    'Débito, estorno',
    'em vigor no fim do mês',
    'R$ 1.500,00',
    'Página 1 de',
  ])
    assert.ok(pt.includes(said), `${said} is not in ${pt}`)
  const en = await textOf(inventedStatement(), 'en')
  for (const said of ['Statement of 10/2026', 'Company report', 'Price tiers', 'Lançado em dobro'])
    assert.ok(en.includes(said), `${said} is not in ${en}`)
  assert.doesNotMatch(en, /Extrato|Faixas|Motivo/)
})

test('a month that runs says that it is not closed, and one that is over does not', async () => {
  assert.match(await textOf(inventedStatement({ status: 'open' }), 'pt'), /não está fechado/)
  assert.doesNotMatch(await textOf(inventedStatement(), 'pt'), /não está fechado/)
})

test('in the sandbox it says that nothing costs anything', async () => {
  assert.match(await textOf(inventedStatement({ environment: 'sandbox' }), 'en'), /nothing costs anything/)
})

test('what is in the favour of the client says so in words', async () => {
  const { totals } = inventedStatement()
  const text = await textOf(inventedStatement({ totals: { ...totals, total: '-0.50' } }), 'en')
  assert.match(text, /in the client's favour/)
  assert.match(text, /R\$ 0,50/)
})

test('a reason that turned text once is printed as letters, and the same statement gives the same bytes', async () => {
  const [entry] = inventedStatement().entries
  const entries = entry === undefined ? [] : [{ ...entry, reason: 'pago \u202e00,01\u202c' }]
  const statement = inventedStatement({ entries })
  assert.ok(!(await textOf(statement, 'pt')).includes('\u202e'))
  assert.deepEqual(await statementPdf(statement, 'pt'), await statementPdf(statement, 'pt'))
})
