import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { debt } from '../../../testing/invented/invented-debt.ts'
import { listingsAlone } from '../../../testing/services/listings-alone.ts'
import { knownParties, knownParty, type Party, toldBirthDates } from './known-parties.ts'

const ana = debt.documento
const bia = '11144477735'
const nobody = '11144477736'
const registration = { names: ['ANA CLARA DE EXEMPLO'], birthDate: '1980-05-20' }

describe('what is known of those whom a creditor names', async () => {
  const alone = await listingsAlone()
  await alone.inserted()
  const lookedUp: string[] = []
  const deps = {
    ...alone.deps,
    registeredAs: async (register: string, document: string) => {
      lookedUp.push(`${register} ${document}`)
      return document === ana ? registration : undefined
    },
  }
  const at = (documento: string, email?: string): Party => ({
    documento,
    ...(email !== undefined && { contact: { email } }),
  })
  const isShared = async (parties: readonly Party[], register = 'production') =>
    (await knownParties(deps, register, parties)).map(({ isMailboxShared }) => isMailboxShared)

  test('is how each is registered; a document that is none is looked up nowhere', async () => {
    const unshared = { registered: undefined, isMailboxShared: false }
    assert.deepEqual(
      await knownParties(deps, 'production', [at(nobody, 'x@x.br'), at(bia), at(ana, 'a@x.br')]),
      [unshared, unshared, { registered: registration, isMailboxShared: false }],
    )
    assert.deepEqual(lookedUp, [`production ${bia}`, `production ${ana}`])
  })

  test('is whether its mailbox was given for another person, in the same register', async () => {
    assert.deepEqual(await knownParties(deps, 'production', [at(bia, 'ANA@exemplo.com.br')]), [
      { registered: undefined, isMailboxShared: true },
    ])
    assert.deepEqual(await isShared([at(bia, 'ana@exemplo.com.br')], 'cli_caixa'), [false])
    const parties = [at(ana, 'ana@exemplo.com.br'), at(bia, 'bia@exemplo.com.br'), at(bia)]
    for (const one of parties) assert.deepEqual(await isShared([one]), [false], JSON.stringify(one))
  })

  test('is whether those sent together have one mailbox: of two people the second', async () => {
    const mailbox = 'dois@exemplo.com.br'
    assert.deepEqual(
      await isShared([at(ana, mailbox), at(bia, mailbox), at(ana, mailbox), at(nobody, mailbox)]),
      [false, true, false, false],
    )
    assert.deepEqual(await isShared([at(ana), at(bia)]), [false, false])
  })

  test('is the same of one alone', async () => {
    for (const one of [at(ana, 'x@x.br'), at(bia, 'ana@exemplo.com.br')])
      assert.deepEqual(
        [await knownParty(deps, 'production', one)],
        await knownParties(deps, 'production', [one]),
      )
  })

  test('is the birth dates that other listings of the very debt have told, and not its own', async () => {
    const first = await alone.inserted({ contractId: 'CT-BORN', birthDate: '1980-05-20' })
    const others = [
      { contractId: 'CT-BORN', birthDate: '1981-06-21' },
      { contractId: 'CT-OTHER', birthDate: '1982-07-22' },
      { contractId: 'CT-BORN', birthDate: undefined },
    ]
    for (const one of others) await alone.inserted(one)
    assert.deepEqual(await toldBirthDates(deps, first), ['1981-06-21'])
    assert.deepEqual(await toldBirthDates(deps, { ...first, contractId: undefined as never }), [])
  })
})
