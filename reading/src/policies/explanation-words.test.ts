import assert from 'node:assert/strict'
import { test } from 'vitest'
import { explanationText, explanationWords, type ToldDecision } from './explanation-words.ts'

const listed = [{ section: 'listingP', answer: 'answered' }] as const

const told: ToldDecision = {
  clientName: 'Móveis do Bairro',
  policy: { title: { pt: 'Loja de móveis', en: 'Furniture shop' }, version: '3' },
  decision: {
    outcome: 'decline',
    decidedBy: 'debts',
    reason: { pt: 'Dívidas acima de R$ 500.', en: 'Debts above R$ 500.' },
    on: '2026-11-16',
    failedSections: [],
  },
  criteria: [{ when: { value: 'negative.sum', above: '500.00' }, outcome: 'decline' }],
  values: [
    { value: 'negative.sum', seen: 'exact', is: '600.00', from: listed },
    { value: 'negative.count', seen: 'bounds', atLeast: '1', from: listed },
    {
      value: 'consultations.count',
      of: { withinDays: 30 },
      seen: 'bounds',
      atLeast: '1',
      atMost: '4',
      from: [],
    },
    { value: 'score', seen: 'unknown', from: [{ section: 'score', answer: 'absent' }] },
    { value: 'partners.restricted', seen: 'aboutOthers', from: [] },
  ],
}

test('a decision is explained in plain words: what, why, by which data, and what may be done about it', () => {
  assert.equal(
    explanationText(explanationWords(told, 'pt')),
    `Explicação de uma decisão automática

A decisão
Em 16/11/2026, Móveis do Bairro decidiu por regras automáticas, pela política “Loja de móveis”, versão 3. Resultado: recusado.

Por quê
Dívidas acima de R$ 500.
O critério: quando a soma das anotações negativas passa de R$ 500,00, o resultado é “recusado”.

O que foi olhado
– a soma das anotações negativas: R$ 600,00 (de: Pendências comerciais);
– o número de anotações negativas: pelo menos 1 (de: Pendências comerciais);
– o número de consultas (nos últimos 30 dias): de 1 a 4;
– o score: não se sabia ao certo;
– o número de sócios com restrição: são dados de outras pessoas, e por isso não estão aqui.
Nada mais pesou. Sexo, idade, nome, filiação, endereço além da UF, telefone, nacionalidade e estado civil não podem pesar (Lei 12.414, art. 3, § 3).

Os seus direitos
Você pode pedir a Móveis do Bairro que uma pessoa reveja esta decisão, de graça, e que explique os critérios (LGPD, art. 20; Lei 12.414, art. 5, VI).
Se um dado está errado, conteste-o: o que for corrigido é avisado a quem viu o erro.`,
  )
})

test('a rule that did not know says what it gives then, and not what it would have given', () => {
  const unsure: ToldDecision = {
    ...told,
    decision: { ...told.decision, outcome: 'review' },
    criteria: [{ when: { value: 'negative.sum', above: '500.00' }, outcome: 'review', isUnknown: true }],
  }
  const [pt, en] = (['pt', 'en'] as const).map((one) => explanationText(explanationWords(unsure, one)))
  assert.match(
    pt ?? '',
    /\nO critério: quando não se sabe se a soma das anotações negativas passa de R\$ 500,00, o resultado é “a ser decidido por uma pessoa”\.\n/,
  )
  assert.match(
    en ?? '',
    /\nThe criterion: when it is not known whether the sum of negative items .*, the outcome is “to be decided by a person”\.\n/,
  )
  assert.doesNotMatch(`${pt}${en}`, /recusado|declined/)
})

test('the last word of a person counts, whoever it was', () => {
  const text = explanationText(
    explanationWords({ ...told, review: { outcome: 'approve', on: '2026-11-17' } }, 'en'),
  )
  assert.match(
    text,
    /Outcome: declined\.\nOn 17\/11\/2026, a person looked at it again and decided\. The outcome that counts: approved\./,
  )
})

test('a report that did not answer is said in the words of its sections, and is nothing against the person', () => {
  const decision = { ...told.decision, decidedBy: 'failed-sections', failedSections: ['check', 'QSAReport'] }
  const text = explanationText(explanationWords({ ...told, decision, criteria: [] }, 'en'))
  assert.match(
    text,
    /did not answer in full: Returned cheques, Capital, partners and directors\..*nothing against you/,
  )
  assert.doesNotMatch(text, /Debts above/)
})

test('where no rule decided, what would have is said', () => {
  const text = explanationText(
    explanationWords(
      { ...told, decision: { ...told.decision, decidedBy: 'otherwise' }, contact: 'dpo@lastro.example' },
      'en',
    ),
  )
  assert.match(
    text,
    /by one of these criteria:\n– when the sum of negative items is above R\$ 500,00: declined\.\n/,
  )
  assert.match(text, /To reach the bureau: dpo@lastro\.example$/)
})

test('a name that would turn the words around it is shown as unreadable', () => {
  const text = explanationText(explanationWords({ ...told, clientName: 'A\u202eB\nC' }, 'pt'))
  assert.doesNotMatch(text, /\u202e|B\nC/)
})

test('names what was not consulted, in both languages, without claims about its content', () => {
  const uncovered: ToldDecision = {
    ...told,
    decision: {
      ...told.decision,
      notCoveredSections: ['check', 'notary'],
      partlyCoveredSections: ['listingP'],
    },
    values: [
      {
        value: 'negative.sum',
        seen: 'bounds',
        atLeast: '50000.00',
        from: [
          { section: 'listingP', answer: 'partial' },
          { section: 'check', answer: 'notCovered' },
          { section: 'notary', answer: 'notCovered' },
        ],
      },
      {
        value: 'negative.count',
        seen: 'bounds',
        atLeast: '0',
        from: [
          { section: 'listingR', answer: 'answered' },
          { section: 'check', answer: 'notCovered' },
        ],
      },
      { value: 'score', seen: 'unknown', from: [{ section: 'score', answer: 'notCovered' }] },
    ],
  }
  const [pt = [], en = []] = (['pt', 'en'] as const).map(
    (one) => explanationWords(uncovered, one).sections[2]?.paragraphs,
  )
  assert.deepEqual(pt.slice(0, -1), [
    '– a soma das anotações negativas: pelo menos R$ 50.000,00 (em parte: Pendências comerciais; não consultado: Cheques sem fundos, Protestos);',
    '– o número de anotações negativas: nada no que foi consultado, mas pode haver (de: Pendências bancárias; não consultado: Cheques sem fundos);',
    '– o score: não se sabia ao certo (não consultado: Pontuação).',
    'Não foram consultados: Cheques sem fundos, Protestos. Nenhuma fonte deste serviço tinha esses dados no dia da decisão; por isso, não se sabe se há ou não algo a seu respeito.',
    'Consultados só em parte: Pendências comerciais. Pode haver mais do que foi visto.',
  ])
  assert.match(en.join('\n'), /at least R\$ 50\.000,00 \(in part: .*; not consulted: Returned cheques, /)
  assert.match(
    en.join('\n'),
    /\nNot consulted: Returned cheques, .*unknown whether there is anything about you/,
  )
  assert.match(en.join('\n'), /\nConsulted only in part: .*There may be more than was seen\./)
  assert.doesNotMatch([...pt, ...en].join('\n'), /nada consta|nothing on file|nothing is on file/i)
})
