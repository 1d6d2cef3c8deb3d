import assert from 'node:assert/strict'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { test } from 'vitest'
import { readNamedRow } from '../../../testing/invented/data-rows.ts'
import { isInForce, unpackSanctions } from '../cgu/sanctions.ts'
import type { FileKind } from '../data-set.ts'
import { cepim } from './cepim.ts'

test('who is listed is barred, on whatever day, by whom and why', () => {
  const { key = -1, record } = readNamedRow(cepim.files[0] as FileKind, {
    'CNPJ ENTIDADE': '11222333000181',
    'NOME ENTIDADE': 'ASSOCIAÇÃO DE EXEMPLO',
    'NÚMERO CONVÊNIO': '701234',
    'ÓRGÃO CONCEDENTE': 'MINISTÉRIO DE EXEMPLO',
    'MOTIVO DO IMPEDIMENTO': 'INSTAURAÇÃO DE TOMADA DE CONTAS ESPECIAL',
  })
  const [sanction] = unpackSanctions('CEPIM', key, record)
  assert.deepEqual(sanction, {
    register: 'CEPIM',
    cnpj: '11222333000181',
    code: '701234',
    category: 'INSTAURAÇÃO DE TOMADA DE CONTAS ESPECIAL',
    startedOn: undefined,
    endsOn: undefined,
    sanctioningBody: 'MINISTÉRIO DE EXEMPLO',
    processNumber: undefined,
    legalBasis: undefined,
    fineCents: undefined,
  })
  assert.ok(isInForce(sanction, '2000-01-01' as Day) && isInForce(sanction, '2100-01-01' as Day))
})
