import assert from 'node:assert/strict'
import { test } from 'vitest'
import { navigationFor, nearestLink, routes } from './routes.ts'

const isOnce = (values: readonly string[]) => new Set(values).size === values.length

test('every page has an address of its own, and every shortcut a letter of its own', () => {
  assert.ok(isOnce(routes.map((one) => one.path)))
  assert.ok(isOnce(routes.flatMap((one) => one.letter ?? [])))
})

test('the operator finds coverage in the navigation, next to public data', () => {
  const paths = navigationFor(['operator']).flatMap(({ links }) => links.map(({ path }) => path))
  assert.equal(paths[paths.indexOf('/operador/dados') + 1], '/operador/cobertura')
})

test('each role sees the home, its own areas and the account', () => {
  const areas = (role: string) => navigationFor([role]).map((one) => one.area)
  assert.deepEqual(areas('analyst').slice(0, 2), ['areaHome', 'areaAnalyst'])
  assert.deepEqual(areas('creditor').slice(0, 2), ['areaHome', 'areaCreditor'])
  assert.ok(!areas('creditor').includes('areaAnalyst'))
  for (const role of ['analyst', 'creditor', 'operator']) assert.ok(areas(role).includes('areaAccount'))
})

test('the home is above no page: where nothing nearer leads back, nothing does', () => {
  const links = navigationFor(['analyst']).flatMap((one) => one.links)
  assert.equal(nearestLink('/', links)?.path, '/')
  assert.equal(nearestLink('/consulta/relatorio/1', links)?.path, '/consulta')
  assert.equal(nearestLink('/nada', links), undefined)
})
