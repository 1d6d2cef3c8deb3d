import { contactDataScope } from '@lastro/contract/reports/products.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import {
  cheque,
  daysBefore,
  debt,
  everySection,
  everySourceDown,
  everySourceSilent,
  manyDebts,
  person,
  protest,
} from './invented.ts'
import type { Scenario } from './scenario.ts'

const cpf = (number: number) => withCheckDigits(String(number).padStart(9, '0'))

/** The CPFs of the sandbox. Each is a branch that an integrator has to handle. */
export const people: readonly Scenario[] = [
  {
    document: withCheckDigits('529982247'),
    title: { pt: 'Nada consta', en: 'Clean' },
    shows: {
      pt: 'Cadastro completo e nenhuma anotação: listas vazias e somas zeradas.',
      en: 'A full registration and nothing negative: empty lists and zero sums.',
    },
    subject: () => ({ registration: person('ANA CLARA DE EXEMPLO', { birthDate: '1980-05-20' }) }),
    participations: () => [
      {
        companyDocument: withCheckDigits('999990010001'),
        companyName: 'FERRAGENS DE EXEMPLO LTDA',
        statusRegistration: 'ATIVA',
        sinceDate: '2009-08-03',
        capitalTotalValue: '60.00',
      },
    ],
  },
  {
    document: withCheckDigits('123456789'),
    title: { pt: 'Uma dívida', en: 'One debt' },
    shows: { pt: 'Uma anotação em listingP, de 1520.33.', en: 'One item in listingP, of 1520.33.' },
    subject: (today) => ({
      registration: person('BRUNO DE EXEMPLO', { consumerGender: 'M' }),
      negativeItems: [debt('listingP', daysBefore(today, 120))],
    }),
  },
  {
    document: cpf(11),
    title: { pt: 'Muitas dívidas', en: 'Many debts' },
    shows: {
      pt: '40 anotações em listingP: a lista mostra 25 e o resumo conta todas; MAIS_ANOTACOES traz a lista inteira.',
      en: '40 items in listingP: the list shows 25 and the summary counts all; MAIS_ANOTACOES brings the whole list.',
    },
    subject: (today) => ({
      registration: person('CARLA DE EXEMPLO'),
      negativeItems: manyDebts('listingP', today, 40),
    }),
  },
  {
    document: cpf(12),
    title: { pt: 'Todas as seções', en: 'Every section' },
    shows: {
      pt: 'Uma anotação em cada seção negativa: listingP, listingR, collectionRecords, check e notary.',
      en: 'One item in each negative section: listingP, listingR, collectionRecords, check and notary.',
    },
    subject: (today) => ({
      registration: person('DIEGO DE EXEMPLO', { consumerGender: 'M' }),
      ...everySection(today),
    }),
    publicDebt: (today) => [
      {
        inscriptionDate: daysBefore(today, 700),
        inscriptionNumber: '80 1 24 000000-00',
        debtType: 'IRPF',
        responsibleUnit: 'PROCURADORIA DE EXEMPLO',
        situation: 'EM COBRANCA',
        amount: '8450.12',
        principal: 'true',
        inCourt: 'false',
      },
    ],
    sanctions: (today) => [
      {
        register: 'CEIS',
        category: 'IMPEDIMENTO',
        startDate: daysBefore(today, 300),
        sanctioningBody: 'PREFEITURA DE EXEMPLO',
        processNumber: '0001/2026',
        legalBasis: 'LEI 14133 ART 156',
      },
    ],
  },
  {
    document: cpf(13),
    title: { pt: 'Em discussão judicial', en: 'Sub judice' },
    shows: { pt: 'Uma dívida com flagSubJudice "true".', en: 'A debt with flagSubJudice "true".' },
    subject: (today) => ({
      registration: person('ELISA DE EXEMPLO'),
      negativeItems: [debt('listingP', daysBefore(today, 500), { flagSubJudice: 'true' })],
    }),
  },
  {
    document: cpf(14),
    title: { pt: 'Avalista', en: 'Guarantor' },
    shows: { pt: 'Uma dívida de terceiro: principal "false".', en: 'Another\'s debt: principal "false".' },
    subject: (today) => ({
      registration: person('FABIO DE EXEMPLO', { consumerGender: 'M' }),
      negativeItems: [debt('listingR', daysBefore(today, 60), { principal: 'false', legalNatureId: 'AL' })],
    }),
  },
  {
    document: cpf(15),
    title: { pt: 'Cheques e protestos', en: 'Cheques and protests' },
    shows: {
      pt: 'Três cheques devolvidos e dois protestos.',
      en: 'Three returned cheques and two protests.',
    },
    subject: (today) => ({
      registration: person('GABRIELA DE EXEMPLO'),
      cheques: [30, 60, 90].map((days) => cheque(daysBefore(today, days))),
      protests: [45, 400].map((days) => protest(daysBefore(today, days))),
    }),
  },
  {
    document: cpf(16),
    title: { pt: 'Cadastro desconhecido', en: 'Unknown registration' },
    shows: {
      pt: 'Documento válido que ninguém conhece: sem registration e seções vazias.',
      en: 'A valid document that nobody knows: no registration and empty sections.',
    },
  },
  {
    document: cpf(17),
    title: { pt: 'Dados de contato fechados', en: 'Contact data gated' },
    shows: {
      pt: 'Responde como a quem não tem o escopo contact-data: sem endereços, telefones e nome da mãe.',
      en: "Answers as to a caller without the scope contact-data: no addresses, phones or mother's name.",
    },
    subject: () => ({ registration: person('HELENA DE EXEMPLO') }),
    withheldScopes: [contactDataScope],
  },
  {
    document: cpf(18),
    title: { pt: 'Fonte lenta', en: 'Slow source' },
    shows: {
      pt: 'Responde inteiro depois de um segundo e meio.',
      en: 'Answers whole after a second and a half.',
    },
    subject: (today) => ({
      registration: person('IGOR DE EXEMPLO', { consumerGender: 'M' }),
      ...everySection(today),
    }),
    delays: { debts: 1_500 },
  },
  {
    document: cpf(19),
    title: { pt: 'Fonte que não responde', en: 'Silent source' },
    shows: {
      pt: 'A fonte de cheques passa do prazo: check traz source_timeout, o resto vale.',
      en: 'The source of cheques passes the deadline: check carries source_timeout, the rest stands.',
    },
    subject: (today) => ({ registration: person('JULIA DE EXEMPLO'), ...everySection(today) }),
    delays: { bank: 'never' },
  },
  {
    document: cpf(20),
    title: { pt: 'Erro no cadastro', en: 'Registration error' },
    shows: { pt: 'registration traz source_unavailable.', en: 'registration carries source_unavailable.' },
    subject: (today) => everySection(today),
    faults: {
      registration: 'source_unavailable',
      addresses: 'source_unavailable',
      phones: 'source_unavailable',
    },
  },
  {
    document: cpf(21),
    title: { pt: 'Erro em listingP', en: 'Error in listingP' },
    shows: { pt: 'listingP traz source_timeout.', en: 'listingP carries source_timeout.' },
    subject: (today) => ({ registration: person('KARINA DE EXEMPLO'), ...everySection(today) }),
    faults: { listingP: 'source_timeout' },
  },
  {
    document: cpf(22),
    title: { pt: 'Erro em listingR', en: 'Error in listingR' },
    shows: { pt: 'listingR traz source_refused.', en: 'listingR carries source_refused.' },
    subject: (today) => ({
      registration: person('LUCAS DE EXEMPLO', { consumerGender: 'M' }),
      ...everySection(today),
    }),
    faults: { listingR: 'source_refused' },
  },
  {
    document: cpf(23),
    title: { pt: 'Erro em collectionRecords', en: 'Error in collectionRecords' },
    shows: {
      pt: 'collectionRecords traz source_answer_invalid.',
      en: 'collectionRecords carries source_answer_invalid.',
    },
    subject: (today) => ({ registration: person('MARINA DE EXEMPLO'), ...everySection(today) }),
    faults: { collectionRecords: 'source_answer_invalid' },
  },
  {
    document: cpf(24),
    title: { pt: 'Erro em check', en: 'Error in check' },
    shows: { pt: 'check traz source_unavailable.', en: 'check carries source_unavailable.' },
    subject: (today) => ({
      registration: person('NELSON DE EXEMPLO', { consumerGender: 'M' }),
      ...everySection(today),
    }),
    faults: { check: 'source_unavailable' },
  },
  {
    document: cpf(25),
    title: { pt: 'Erro em notary', en: 'Error in notary' },
    shows: { pt: 'notary traz source_refused.', en: 'notary carries source_refused.' },
    subject: (today) => ({ registration: person('OLIVIA DE EXEMPLO'), ...everySection(today) }),
    faults: { notary: 'source_refused' },
  },
  {
    document: cpf(26),
    title: { pt: 'Todas as fontes fora do ar', en: 'Every source down' },
    shows: { pt: 'Falha com sources_unavailable.', en: 'Fails with sources_unavailable.' },
    faults: everySourceDown,
  },
  {
    document: cpf(27),
    title: { pt: 'Todas as fontes caladas', en: 'Every source silent' },
    shows: {
      pt: 'Falha com deadline_exceeded ao fim do prazo.',
      en: 'Fails with deadline_exceeded at the deadline.',
    },
    delays: everySourceSilent,
  },
]
