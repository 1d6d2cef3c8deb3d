import assert from 'node:assert/strict'
import { test } from 'vitest'
import { targetPath } from './target-path.ts'

test('what an act was done on is one click away, where it has a page', () => {
  assert.equal(targetPath('operadorContratoDefine', 'cli_1'), '/operador/clientes/cli_1')
  assert.equal(targetPath('operadorAnotacoesAprova', 'lst_1'), '/operador/analise/lst_1')
  assert.equal(targetPath('operadorClientesInclui', 'a/../b'), '/operador/clientes/a%2F..%2Fb')
})

test('an entry is no client, though the operation is done at one', () => {
  for (const operation of ['operadorLancamentosInclui', 'operadorTarefasTenta', 'comandoCopiaFaz', '']) {
    assert.equal(targetPath(operation, 'x'), undefined, operation)
  }
})
